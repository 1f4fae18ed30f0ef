import type { ResourceRef } from '@waraq/protocol'
import { createSyncEngine } from '../sync/engine/create-sync-engine.ts'
import { openContentStore } from '../store/read/open-content-store.ts'
import type { ContentStore, ContentStoreOptions } from '../store/read/content-store.ts'
import type { SyncEngine } from '../sync/api/sync-engine.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from '@waraq/sandbox'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { onTestFinished, vi } from 'vitest'
import { createSearch } from './create-search.ts'
import type { CreateSearchOptions } from './options.ts'
import type { Search, SearchResult, SearchStatus } from './search.ts'

export const english: ResourceRef = { group: 'translations', id: 20 }
export const french: ResourceRef = { group: 'translations', id: 31 }
export const tafsir: ResourceRef = { group: 'tafsirs', id: 169 }

/** A layer between a search and the library that counts reads and can delay them. */
export interface Watched {
  /** Calls that read several rows, so far. */
  reads: number
  /** Reads of several rows wait for it. */
  held: Promise<void> | undefined
  /** Whether live queries tell nothing of later commits. */
  isDeaf: boolean
}

/** The real engine against the real sandbox, and searches over what it keeps, all on one in-memory IndexedDB. */
export interface Bench {
  readonly sandbox: Sandbox
  readonly engine: SyncEngine
  readonly indexedDB: IDBFactory
  readonly watched: Watched
  newStore(options?: ContentStoreOptions): ContentStore
  newSearch(options?: Partial<CreateSearchOptions>): Search
  /** Row of a translation as the service has it. */
  row(key: string, index: number): { readonly id: number; readonly verse_key: string; readonly text: string }
  /** Gives a row another text, and syncs. */
  correct(key: string, index: number, text: string): Promise<void>
}

/** The same store, but for some methods. */
export function altered(store: ContentStore, others: Partial<ContentStore>): ContentStore {
  return new Proxy(store, {
    get: (target, name) => {
      const method: unknown = Reflect.get(others, name) ?? Reflect.get(target, name)
      return typeof method === 'function' ? (method.bind(target) as unknown) : method
    },
  })
}

function watch(store: ContentStore, watched: Watched): ContentStore {
  const live: ContentStore['live'] = (query) => ({
    ...store.live(query),
    subscribe: (observer) => {
      const { next, error } = typeof observer === 'function' ? { next: observer, error: undefined } : observer
      let reported = 0
      return store.live(query).subscribe({
        next: (value) => {
          if (reported++ === 0 || !watched.isDeaf) next(value)
        },
        error,
      })
    },
  })
  const rows: ContentStore['rows'] = async (type, ref, range) => {
    watched.reads++
    await watched.held
    return store.rows(type, ref, range)
  }
  return altered(store, { live, rows })
}

/** A library of what the filter says; closed after the test. */
export async function createBench(filter: string, options: SandboxOptions = {}): Promise<Bench> {
  const sandbox = createSandbox({ content: 'small', ...options })
  const indexedDB = new IDBFactory()
  const storage = { indexedDB, IDBKeyRange }
  const engine = createSyncEngine({
    contentRoot: 'http://127.0.0.1/content',
    tokens: { get: () => sandbox.accessToken() },
    fetch: (input, init) => sandbox.fetch(new Request(input, init)),
    retry: { attempts: 2, baseMs: 1, maxMs: 2 },
    ...storage,
  })
  const watched: Watched = { reads: 0, held: undefined, isDeaf: false }
  const closing: (() => void)[] = []
  const bench: Bench = {
    sandbox,
    engine,
    indexedDB,
    watched,
    newStore(extra) {
      const store = openContentStore({ ...storage, ...extra })
      closing.push(() => store.close())
      return watch(store, watched)
    },
    newSearch(extra) {
      const search = createSearch({ store: bench.newStore(), ...storage, ...extra })
      closing.unshift(() => search.close())
      return search
    },
    row: (key, index) => sandbox.snapshotRows(key)![index] as unknown as ReturnType<Bench['row']>,
    async correct(key, index, text) {
      sandbox.publish([{ resource: key, update: { key: bench.row(key, index).id, text } }])
      await engine.sync()
    },
  }
  onTestFinished(async () => {
    for (const close of closing) close()
    await engine.close()
  })
  await engine.subscribe(filter)
  await engine.sync()
  return bench
}

/** The first status that is so, this one or a later one. */
export function statusWhere(search: Search, isSo: (status: SearchStatus) => boolean): Promise<SearchStatus> {
  return new Promise((resolve) => {
    const ends: (() => void)[] = []
    const end = search.watch((status) => {
      if (!isSo(status)) return
      resolve(status)
      for (const each of ends) each()
    })
    ends.push(end)
  })
}

export function ready(search: Search): Promise<SearchStatus> {
  return statusWhere(search, ({ state }) => state === 'ready')
}

/** Something to wait for, and what ends the waiting. */
export function gate(): { readonly closed: Promise<void>; open(): void } {
  let open = (): void => undefined
  const closed = new Promise<void>((resolve) => (open = resolve))
  return { closed, open }
}

/** Hits as `20 1:2`, in order. */
export function places({ hits }: SearchResult): string[] {
  return hits.map(({ ref, verseKey }) => `${ref.id} ${verseKey}`)
}

/** A hit's snippet, with brackets around what is highlighted. */
export function shown({ hits }: SearchResult, index = 0): string {
  return hits[index]!.snippet.map(({ text, highlighted }) => (highlighted ? `[${text}]` : text)).join('')
}

/** Asks until the answer is true; if it never is, the test ends by its timeout. */
export function eventually(look: () => Promise<void>): Promise<void> {
  return vi.waitFor(look, { timeout: 50_000, interval: 20 })
}
