import { expect, it } from 'vitest'
import { SegmentCache } from './load.ts'
import { decodeSegment, packSegment } from './segment.ts'

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
  // What alone would push out half of the others is not kept; what is kept already is not counted twice.
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
