import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WaraqDatabase } from './database.ts'
import type { ManifestRecord } from './manifest.ts'
import { loadSegments, SegmentCache } from './load.ts'
import { decodeSegment, packSegment, type Segment } from './segment.ts'

/** A segment that counts as so large. */
function segment(id: number, size: number) {
  const { record, summary } = packSegment(id, 'translation', [{ key: '1', data: { id: 1 } }])
  return { summary: { ...summary, size }, segment: decodeSegment(record, summary)! }
}

const kept = (cache: SegmentCache, ids: readonly number[]) =>
  ids.filter((id) => cache.get('translation', segment(id, 1).summary) !== undefined)

it('keeps what was used last, as much as fits', () => {
  const cache = new SegmentCache(100)
  const keep = (id: number, size: number) => {
    const { summary, segment: decoded } = segment(id, size)
    cache.keep('translation', summary, decoded)
  }
  for (const id of [1, 2, 3]) keep(id, 30)
  expect(kept(cache, [1, 2, 3])).toEqual([1, 2, 3])
  expect(kept(cache, [1])).toEqual([1])
  keep(4, 40)
  expect(kept(cache, [2, 3, 1, 4])).toEqual([3, 1, 4])
  // A segment that would push out half of the others is not kept; one that is kept already is not counted twice.
  keep(5, 60)
  keep(4, 40)
  keep(6, 30)
  expect(kept(cache, [3, 1, 4, 5, 6])).toEqual([1, 4, 6])
})

it('tells segments of one number and another type apart', () => {
  const cache = new SegmentCache()
  const { summary, segment: decoded } = segment(1, 10)
  cache.keep('translation', summary, decoded)
  expect(cache.get('tafsir', summary)).toBeUndefined()
  expect(cache.get('translation', summary)).toBe(decoded)
})

describe('loading', () => {
  let db: WaraqDatabase
  beforeEach(() => {
    db = new WaraqDatabase({ name: 'load', indexedDB: new IDBFactory(), IDBKeyRange })
  })
  afterEach(() => {
    vi.restoreAllMocks()
    db.close()
  })

  /** A manifest of segments with these ids, of one row each, all of them stored. */
  async function stored(...ids: number[]): Promise<ManifestRecord> {
    const packed = ids.map((id) => packSegment(id, 'translation', [{ key: String(id), data: { id } }]))
    await db.segments('translation').bulkPut(packed.map(({ record }) => record))
    const segments = packed.map(({ summary }) => summary)
    const manifest = { id: 'd', resource: 'translations:20', recordType: 'translation', segments } as const
    await db.manifests.put(manifest)
    return manifest
  }
  const keys = (segments: Segment[]) => segments.flatMap((each) => each.rows().map(({ key }) => key))

  it('hands segments out in the order asked for, neighbours from one request', async () => {
    const manifest = await stored(9, 2, 30, 4)
    const [got, all] = [
      vi.spyOn(IDBObjectStore.prototype, 'get'),
      vi.spyOn(IDBObjectStore.prototype, 'getAll'),
    ]
    expect(keys(await loadSegments(db, manifest, manifest.segments))).toEqual(['9', '2', '30', '4'])
    expect([got.mock.calls.length, all.mock.calls.length]).toEqual([2, 1])
  })
  it('takes from the cache what is there, and puts there what was not', async () => {
    const manifest = await stored(1, 2)
    const cache = new SegmentCache()
    const [first] = await loadSegments(db, manifest, manifest.segments.slice(0, 1), cache)
    await db.segments('translation').delete(1)
    const again = await loadSegments(db, manifest, manifest.segments, cache)
    expect(again[0]).toBe(first)
    expect(cache.get('translation', manifest.segments[1]!)).toBe(again[1])
  })
  it.each([
    ['is missing', (id: number) => db.segments('translation').delete(id)],
    ['lost its rows', (id: number) => db.segments('translation').update(id, { keys: '[]' })],
  ])('tells of damage where a segment %s', async (_, harm) => {
    const manifest = await stored(1, 2)
    await harm(2)
    await expect(loadSegments(db, manifest, manifest.segments)).rejects.toMatchObject({
      name: 'DamageError',
      manifest: 'd',
    })
  })
})
