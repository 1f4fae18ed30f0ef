// Dexie's live queries ask for a global IndexedDB when Dexie is loaded, whichever one is injected later.
import 'fake-indexeddb/auto'
import type { ResourceRef } from '@waraq/contract'
import { createSyncEngine, openContentStore, type ContentStore, type SyncEngine } from '@waraq/engine'
import { createSandbox, type Sandbox, type SandboxOptions } from '@waraq/sandbox'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { createSearch } from './create-search.ts'
import type { CreateSearchOptions } from './options.ts'
import type { Search, SearchStatus } from './search.ts'

export const english: ResourceRef = { group: 'translations', id: 20 }
export const french: ResourceRef = { group: 'translations', id: 131 }
export const tafsir: ResourceRef = { group: 'tafsirs', id: 169 }

/** The real engine and the real sandbox, a store that counts what is read, and searches, all on one in-memory IndexedDB. */
export interface Bench {
  readonly sandbox: Sandbox
  readonly engine: SyncEngine
  readonly store: ContentStore
  readonly indexedDB: IDBFactory
  /** Calls that read several rows, since the last look. */
  readsSince(): number
  newSearch(options?: Partial<CreateSearchOptions>): Search
  close(): Promise<void>
}

export interface BenchOptions {
  readonly sandbox?: SandboxOptions
  /** Filter to bootstrap before anything else. */
  readonly filter?: string
}

export async function createBench(options: BenchOptions = {}): Promise<Bench> {
  const sandbox = createSandbox({ content: 'small', ...options.sandbox })
  const indexedDB = new IDBFactory()
  const storage = { indexedDB, IDBKeyRange }
  const engine = createSyncEngine({
    contentRoot: 'http://127.0.0.1/content',
    tokens: { get: () => sandbox.accessToken() },
    fetch: (input, init) => sandbox.fetch(new Request(input, init)),
    retry: { attempts: 2, baseMs: 1, maxMs: 2 },
    locks: null,
    ...storage,
  })
  const store = openContentStore(storage)
  let reads = 0
  const counted = new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        if (name === 'rows') reads++
        return (value as (...args: unknown[]) => unknown).apply(target, args)
      }
    },
  })
  const searches: Search[] = []
  if (options.filter) {
    await engine.subscribe(options.filter)
    await engine.sync()
  }
  return {
    sandbox,
    engine,
    store: counted,
    indexedDB,
    readsSince() {
      const since = reads
      reads = 0
      return since
    },
    newSearch(extra = {}) {
      const search = createSearch({ store: counted, ...storage, ...extra })
      searches.push(search)
      return search
    },
    async close() {
      for (const search of searches) search.close()
      store.close()
      await engine.close()
    },
  }
}

/** The first status that is so; the test ends by its timeout where none comes. */
export function statusWhere(search: Search, isSo: (status: SearchStatus) => boolean): Promise<SearchStatus> {
  return new Promise((resolve) => {
    let end = (): void => undefined
    let found = false
    end = search.watch((status) => {
      if (found || !isSo(status)) return
      found = true
      resolve(status)
      queueMicrotask(() => end())
    })
  })
}

export function ready(search: Search): Promise<SearchStatus> {
  return statusWhere(search, ({ state }) => state === 'ready')
}
