import { isWaraqError } from '@waraq/protocol'
import { connectSyncEngine, openContentStore, type EngineStatus } from 'waraq'
import { settled } from '@waraq/test-support/read-tables'
import '../../browsers/page/self-driven.ts'
import { databaseIsFree, holdDatabase } from './raw.ts'
import { makeWorker, terminateWorkers } from './engine-workers.ts'

/**
 * A page written like the template: it stores its texts, keeps them current and shows one of them. Parameters of its address
 * name the tab, the texts and the worker script. `sw`: a service worker whose update reloads the page. `unload`: a listener
 * that keeps the page out of the back/forward cache.
 */

const settings = new URLSearchParams(location.search)
const root = `${location.origin}/tab/${settings.get('tab')}`
const engine = connectSyncEngine(() => makeWorker(settings.get('worker') ?? '/worker.js'), {
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
  engine.setSubscriptions(texts.map((id) => `translations:${id}`)).catch(note)
}

engine.watch((each) => (status = each))
keep((settings.get('texts') ?? '20').split(',').map(Number))
engine.startAutoSync().catch(note)

if (settings.has('unload')) addEventListener('unload', () => undefined)
if (settings.has('sw')) {
  const { serviceWorker } = navigator
  let isUpdate = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    if (isUpdate) location.reload()
    isUpdate = true
  })
  serviceWorker.register('/sw.js').catch(note)
}

let free: (() => void) | undefined

const reader = {
  keep,
  /** The first verse of each translation as it is on the screen, by id. */
  shown: (): Record<string, string | null> => Object.fromEntries(shown),
  status: (): EngineStatus | null => status ?? null,
  /** The page's state, for a message. */
  facts: () => ({ schedule: status?.schedule, problem: status?.problem, failures }),
  terminate: terminateWorkers,
  /** Resolves when the worker has answered. */
  hasStarted: async (): Promise<void> => void (await engine.status()),
  pause: () => engine.pause(),
  resume: () => engine.resume(),
  sync: (): void => void engine.sync().catch(note),
  databaseIsFree: () => databaseIsFree('waraq'),
  /** Blocks the database for all others, until `freeDatabase` or the end of the page. */
  async holdDatabase(): Promise<void> {
    free = await holdDatabase('waraq')
  },
  freeDatabase: (): void => free?.(),
  /** Resolves when a service worker controls the page. */
  async isControlled(): Promise<void> {
    const { serviceWorker } = navigator
    if (serviceWorker.controller) return
    await new Promise((resolve) =>
      serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
  },
  async updateServiceWorker(): Promise<void> {
    await (await navigator.serviceWorker.ready).update()
  },
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
