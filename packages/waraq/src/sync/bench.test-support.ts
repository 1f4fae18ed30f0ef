import { systemClock, type Clock } from '../client/clock.ts'
import type { TokenSource } from '../client/token-source.ts'
import { parseResourceKey, recordKeyOf, recordTypeOf, type JsonObject } from '@waraq/protocol'
import { createSandbox, type Sandbox, type SandboxOptions } from '@waraq/sandbox'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { createSyncEngine } from './engine/create-sync-engine.ts'
import type { SyncEngineOptions } from './engine/options.ts'
import type { ContentStore } from '../store/read/content-store.ts'
import { openContentStore } from '../store/read/open-content-store.ts'
import { WaraqDatabase } from '../store/database.ts'
import { layerIds } from '../store/manifest.ts'
import type { SyncEngine } from './api/sync-engine.ts'

export { readerRows } from '../store/read/reader-rows.test-support.ts'

/**
 * An engine, a store and a service of their own for one test: the real engine on an in-memory IndexedDB against the real
 * sandbox, without a socket in between.
 */
export interface Bench {
  readonly sandbox: Sandbox
  readonly indexedDB: IDBFactory
  readonly engine: SyncEngine
  readonly store: ContentStore
  /** The tables themselves, to look behind the engine's back. */
  readonly db: WaraqDatabase
  /** Another engine on the same database, as another tab would have. */
  newEngine(options?: EngineChanges): SyncEngine
  /** Requests to the feed and for snapshots since `clearRequests`, as `sync` and `translations:20`. */
  requests(): string[]
  close(): Promise<void>
}

/** Changed options of an engine that asks with tokens. */
export type EngineChanges = Partial<Extract<SyncEngineOptions, { readonly tokens: TokenSource }>>

export interface BenchOptions {
  readonly sandbox?: SandboxOptions
  readonly engine?: EngineChanges
}

/** The device's clock with its time moved. Its timers stay real. */
export function clockAhead(byMs: () => number): Clock {
  return { ...systemClock, now: () => Date.now() + byMs() }
}

export function createBench(options: BenchOptions = {}): Bench {
  const sandbox = createSandbox({ content: 'small', ...options.sandbox })
  const indexedDB = new IDBFactory()
  const storage = { indexedDB, IDBKeyRange }
  const engines: SyncEngine[] = []
  const newEngine = (extra: EngineChanges = {}) => {
    const engine = createSyncEngine({
      contentRoot: 'http://127.0.0.1/content',
      tokens: { get: () => sandbox.accessToken() },
      fetch: (input, init) => sandbox.fetch(new Request(input, init)),
      retry: { attempts: 2, baseMs: 1, maxMs: 2 },
      ...storage,
      ...options.engine,
      ...extra,
    })
    engines.push(engine)
    return engine
  }
  const engine = newEngine()
  const store = openContentStore(storage)
  const db = new WaraqDatabase({ name: 'waraq', ...storage })
  return {
    sandbox,
    indexedDB,
    engine,
    store,
    db,
    newEngine,
    requests: () =>
      sandbox.requests
        .filter(({ path }) => path.includes('/resources/'))
        .map(({ path }) => {
          const snapshot = /snapshots\/([a-z_]+)\/(\d+)$/.exec(path)
          return snapshot ? `${snapshot[1]}:${snapshot[2]}` : 'sync'
        }),
    async close() {
      store.close()
      db.close()
      await Promise.all(engines.map((each) => each.close()))
    },
  }
}

/** The service's rows of a resource as text, by record type and key. Undefined where the service has none. */
export function serviceRows(sandbox: Sandbox, key: string, at?: number): Map<string, string> | undefined {
  const ref = parseResourceKey(key)!
  const rows = sandbox.snapshotRows(ref, at)
  return (
    rows &&
    new Map(
      rows.map((row) => [`${recordTypeOf(ref.group, row)} ${rowKey(ref.group, row)}`, JSON.stringify(row)]),
    )
  )
}

function rowKey(group: string, row: JsonObject): string {
  return recordKeyOf(recordTypeOf(group, row)!, row)!
}

/** Ids of segments that no installed manifest names; none once garbage was collected. */
export async function unreachableSegments(db: WaraqDatabase): Promise<string[]> {
  const manifests = await db.manifests.toArray()
  const installed = new Set(
    (await db.resources.toArray()).flatMap((resource) => layerIds(resource.manifests)),
  )
  const reachable = new Set(
    manifests.filter(({ id }) => installed.has(id)).flatMap(({ segments }) => segments.map(({ id }) => id)),
  )
  const lost: string[] = []
  for (const table of db.tables) {
    if (table.schema.primKey.name !== 'id' || ['manifests', 'stagings', 'garbage'].includes(table.name))
      continue
    for (const id of await table.toCollection().primaryKeys())
      if (!reachable.has(id as number)) lost.push(`${table.name} ${String(id)}`)
  }
  return lost
}
