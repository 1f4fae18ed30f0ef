import { createSyncEngine, openContentStore, type EngineStatus } from 'waraq'
import { askForBackgroundSync, registerBackgroundSync } from 'waraq/service-worker'
import { parseResourceKey } from '@waraq/protocol'
import { readTables } from '@waraq/test-support/read-tables'
import { watchForBackgroundSync } from '../../../demo/src/background.ts'
import { logChannel, type LogEntry } from './log.ts'

/** A page that subscribes, reads, and never syncs: all content that arrives came by the service worker. */

const engine = createSyncEngine({
  contentRoot: `${location.origin}/content`,
  tokens: { get: () => Promise.reject(new Error('The page has no token.')) },
  retry: { attempts: 1 },
})
const store = openContentStore()

/** All messages that the page can hear. */
const heard: string[] = []
const log: LogEntry[] = []
navigator.serviceWorker.addEventListener('message', ({ data }) => heard.push(JSON.stringify(data)))
new BroadcastChannel('waraq:waraq').addEventListener('message', ({ data }) =>
  heard.push(JSON.stringify(data)),
)
new BroadcastChannel(logChannel).addEventListener('message', ({ data }: MessageEvent<LogEntry>) =>
  log.push(data),
)

let letGo = (): void => undefined

const bench = {
  async register(query: string): Promise<void> {
    await navigator.serviceWorker.register(`/service-worker.js?${query}`, { type: 'module' })
    await navigator.serviceWorker.ready
  },
  subscribe: (filter: string): Promise<string> => engine.subscribe(filter),
  pause: (): Promise<void> => engine.pause(),
  resume: (): Promise<void> => engine.resume(),
  status: (): Promise<EngineStatus> => engine.status(),
  /** A sync of the page itself, which cannot get a token. */
  sync: async (): Promise<string> => (await engine.sync()).outcome,
  ask: async (tag?: string) => askForBackgroundSync(await navigator.serviceWorker.ready, tag),
  support: async () => registerBackgroundSync(await navigator.serviceWorker.ready),
  /** As the reader does. */
  watch: (): void => void watchForBackgroundSync(engine),

  /** What readers see of a resource: rows as text by record type and key; null where it is absent. */
  async rows(key: string): Promise<Record<string, string> | null> {
    const ref = parseResourceKey(key)!
    const info = await store.resource(ref)
    if (info?.status !== 'installed') return null
    const rows: Record<string, string> = {}
    for (const type of info.rowsByType.keys())
      for (const row of await store.rows(type, ref)) rows[`${type} ${row.key}`] = JSON.stringify(row.data)
    return rows
  },

  /** Everything that one table of the database holds; nothing where there is none yet. */
  async table(name: string): Promise<unknown[]> {
    return [...(await readTables('waraq')).all(name)]
  },

  /** All that the origin stores, as text. */
  async stored(): Promise<string> {
    const parts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie]
    for (const { name } of await indexedDB.databases()) {
      const database = await readTables(name!)
      for (const table of database.tables) parts.push(JSON.stringify(database.all(table)))
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        parts.push(
          request.url,
          JSON.stringify([...request.headers]),
          (await (await cache.match(request))?.text()) ?? '',
        )
    }
    return parts.join('\n')
  },

  /** Holds the writer's lock as another tab's run does. */
  hold: () =>
    new Promise<void>((held) => {
      void navigator.locks.request('waraq:waraq:writer', () => {
        held()
        return new Promise<void>((resolve) => (letGo = resolve))
      })
    }),
  letGo: (): void => letGo(),
  heard: (): string[] => heard,
  log: (): LogEntry[] => log,
}

declare global {
  interface Window {
    bench: typeof bench
  }
}
window.bench = bench
