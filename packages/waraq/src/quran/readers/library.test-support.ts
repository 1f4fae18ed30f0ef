import { parseResourceKey, type JsonObject, type ResourceRef } from '@waraq/protocol'
import type { SandboxOptions } from '@waraq/sandbox'
import { IDBDatabase, IDBIndex, IDBObjectStore } from 'fake-indexeddb'
import { vi } from 'vitest'
import { createBench, type Bench } from '../../sync/bench.test-support.ts'
import { segmentTables } from '../../store/segment-tables.ts'

export interface LibraryOptions {
  /** Content of the sandbox. Default `small`: chapters 1, 104, 105 and 112 to 114. */
  readonly content?: SandboxOptions['content']
  /** Resources with rows made by hand: `{ 'tafsirs:900': [...] }`. */
  readonly added?: Readonly<Record<string, readonly JsonObject[]>>
}

/** A bench that has synced the resources. */
export async function openLibrary(
  filter: string,
  { content = 'small', added = {} }: LibraryOptions = {},
): Promise<Bench> {
  const bench = createBench({ sandbox: { content } })
  for (const [key, rows] of Object.entries(added)) bench.sandbox.add(refOf(key), rows)
  await bench.engine.subscribe(filter)
  const { outcome, runs } = await bench.engine.sync()
  if (outcome !== 'current' || runs.some((run) => run.rowsRejected > 0))
    throw new Error(`The sync ended as ${outcome}: ${JSON.stringify(runs)}`)
  return bench
}

export function refOf(key: string): ResourceRef {
  return parseResourceKey(key)!
}

/** One resource of each kind that readers ask for, and the filter of them all. */
export const kept = {
  english: refOf('translations:20'),
  commentary: refOf('tafsirs:169'),
  core: refOf('quran_core:1'),
  mushaf: refOf('mushafs:1'),
  reciter: refOf('recitations:7'),
  translation: refOf('word_by_word_translations:59'),
  transliteration: refOf('word_by_word_transliterations:60'),
}
export const everything =
  'articles:1;mushafs:1;quran_core:1;recitations:7;tafsirs:169;translations:20;' +
  'word_by_word_translations:59;word_by_word_transliterations:60'

/** The rows of a resource as the service has them, of one record type where the group mixes some. */
export function rowsOf<Row = JsonObject>({ sandbox }: Bench, key: string, recordType?: string): Row[] {
  const rows = sandbox.snapshotRows(key) ?? []
  return rows.filter((row) => !recordType || row['record_type'] === recordType) as unknown as Row[]
}

/** Counts records read from tables of segments, in all databases. Ended by `vi.restoreAllMocks()`. */
export function countSegments(): () => number {
  let count = 0
  for (const method of ['get', 'getAll'] as const) {
    const real = IDBObjectStore.prototype[method] as (...args: unknown[]) => IDBRequest
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
      this: IDBObjectStore,
      ...args: unknown[]
    ) {
      const request = real.apply(this, args)
      if (segmentTables.includes(this.name))
        request.addEventListener('success', () => (count += [request.result ?? []].flat().length))
      return request
    } as never)
  }
  return () => count
}

/** Counts transactions, and requests of all kinds in them that read. Ended by `vi.restoreAllMocks()`. */
export function countReads(): () => { readonly reads: number; readonly transactions: number } {
  let reads = 0
  for (const prototype of [IDBObjectStore.prototype, IDBIndex.prototype])
    for (const method of [
      'get',
      'getAll',
      'getKey',
      'getAllKeys',
      'openCursor',
      'openKeyCursor',
      'count',
    ] as const) {
      const real = prototype[method] as (...args: unknown[]) => IDBRequest
      vi.spyOn(prototype, method).mockImplementation(function (this: IDBObjectStore, ...args: unknown[]) {
        reads++
        return real.apply(this, args)
      } as never)
    }
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
  return () => ({ reads, transactions: transaction.mock.calls.length })
}
