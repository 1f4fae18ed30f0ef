import { isWaraqError } from '@waraq/contract'
import { openContentStore, type EngineStatus } from '@waraq/engine'
import { connectSyncEngine } from '@waraq/engine/page'
import { settled } from '@waraq/test-support/read-tables'
import { databaseIsFree } from './raw.ts'

/**
 * A page as the template writes it: it keeps its texts, keeps them current and shows one of them. Its address says which tab
 * it is, and which texts it wants.
 */

const settings = new URLSearchParams(location.search)
const root = `${location.origin}/tab/${settings.get('tab')}`
let worker: Worker | undefined
const engine = connectSyncEngine(() => (worker = new Worker('/worker.js', { type: 'module' })), {
  contentRoot: `${root}/content`,
  relay: `${root}/token`,
})
const store = openContentStore({ engine })
const failures: string[] = []
const note = (error: unknown) => void failures.push(isWaraqError(error) ? error.code : String(error))

let status: EngineStatus | undefined
const shown = new Map<string, string | null>()

function keep(texts: readonly number[]): void {
  for (const id of texts)
    if (!shown.has(`${id}`)) {
      shown.set(`${id}`, null)
      store
        .live((each) => each.rows('translation', { group: 'translations', id }))
        .subscribe({
          next: ([row]) => shown.set(`${id}`, row ? JSON.stringify(row.data) : null),
          error: note,
        })
    }
  engine.keep(texts.map((id) => `translations:${id}`)).catch(note)
}

engine.watch((each) => (status = each))
keep((settings.get('texts') ?? '20').split(',').map(Number))
engine.keepCurrent().catch(note)

const reader = {
  keep,
  /** By id of the translation, its first verse as it is on the screen. */
  shown: (): Record<string, string | null> => Object.fromEntries(shown),
  status: (): EngineStatus | null => status ?? null,
  /** What the page knows, for a message. */
  facts: () => ({ schedule: status?.schedule, problem: status?.problem, failures }),
  terminate: (): void => worker?.terminate(),
  pause: () => engine.pause(),
  resume: () => engine.resume(),
  sync: (): void => void engine.sync().catch(note),
  databaseIsFree: () => databaseIsFree('waraq'),
  async deleteDatabase(): Promise<void> {
    await settled(indexedDB.deleteDatabase('waraq'))
  },
}

export type Reader = typeof reader

declare global {
  interface Window {
    reader: Reader
  }
}
window.reader = reader
