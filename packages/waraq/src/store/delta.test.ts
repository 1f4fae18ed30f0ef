import { describe, expect, it } from 'vitest'
import { segmentId } from './database.ts'
import { decodeKeys, type ManifestRef } from './manifest.ts'
import { changes, recordType, resource, verse } from './layers.test-support.ts'
import { packDelta, deltaLimits, placeDelta, takesDelta, needsCompaction, withDelta } from './delta.ts'
import { deltaSegmentLimits } from './packer.ts'

describe('row changes as a delta', () => {
  const over = changes(verse(5, 9), verse(1, 2), 3, 4)

  it('are rows in reading order, and a list of all keys that they decide', () => {
    const delta = packDelta(recordType, over, new Set(['1', '3']))
    expect(delta.segments).toHaveLength(1)
    expect(delta.segments[0]!.record.keys).toBe('["1","5"]')
    expect(decodeKeys(delta.decides)).toEqual({ upserted: ['5', '1'], removed: ['3', '4'] })
    // 5 is new, 3 was here; 1 only changes, and 4 was nowhere.
    expect(delta).toMatchObject({ keys: 4, added: 0 })
    expect(delta.size).toBe(delta.segments[0]!.summary.size + delta.decides.length)
  })
  it('of removals alone have no segment', () => {
    expect(packDelta(recordType, changes(3), new Set(['3']))).toMatchObject({ segments: [], added: -1 })
  })
  it('are packed like any other rows', () => {
    const many = changes(
      ...Array.from({ length: deltaSegmentLimits.rows + 1 }, (_, index) => verse(index + 1)),
    )
    const { segments } = packDelta(recordType, many, new Set())
    expect(segments.map(({ summary }) => summary.count)).toEqual([deltaSegmentLimits.rows, 1])
  })
  it('get their numbers from the staging that they are written in', () => {
    const delta = packDelta(recordType, over, new Set())
    let position = 5
    const { manifest, segments } = placeDelta(delta, resource, 7, () => segmentId(7, position++))
    expect(segments.map(({ record }) => record.id)).toEqual([segmentId(7, 5)])
    expect(manifest.segments).toEqual([{ ...delta.segments[0]!.summary, id: segmentId(7, 5) }])
    const base: ManifestRef = { recordType, id: 'base', rows: 3, size: 10, digest: 1 }
    const once = withDelta(base, manifest, delta)
    expect(once).toMatchObject({ id: 'base', rows: 3, deltas: [{ id: manifest.id, rows: 2, keys: 4 }] })
    expect(withDelta(once, { ...manifest, id: 'second' }, delta).deltas?.map(({ id }) => id)).toEqual([
      manifest.id,
      'second',
    ])
  })
})

/** A manifest of so many rows under deltas of so many keys each. */
const layered = (rows: number, ...keys: number[]): ManifestRef => ({
  recordType,
  id: 'base',
  rows,
  size: 1,
  digest: 1,
  deltas: keys.map((count, index) => ({
    id: `${index}`,
    rows: 1,
    size: 1,
    digest: 1,
    keys: count,
    added: 0,
  })),
})
const { count, fewKeys } = deltaLimits

it.each<[string, ManifestRef, number, boolean]>([
  ['few keys over a small manifest', layered(4), 3, true],
  ['more than half of a large one', layered(10_000), 5_001, false],
  ['half of a large one', layered(10_000), 5_000, true],
  ['what comes to more than half with what is there', layered(10_000, 4_000, 900), 101, false],
  ['the last that there is room for', layered(10_000, ...Array<number>(count - 1).fill(1)), 1, true],
  ['one more than there is room for', layered(10_000, ...Array<number>(count).fill(1)), 1, false],
])('%s: whether it may lie over the manifest', (_, ref, keys, may) => expect(takesDelta(ref, keys)).toBe(may))

it.each<[string, ManifestRef, boolean]>([
  ['a manifest alone', layered(10), false],
  ['few keys over a small manifest', layered(10, 9, 9), false],
  ['more than few keys over a small manifest', layered(10, fewKeys, 1), true],
  ['an eighth of a large one', layered(80_000, 9_000, 1_000), false],
  ['more than an eighth', layered(80_000, 9_000, 1_001), true],
  ['as many deltas as it takes', layered(80_000, ...Array<number>(count).fill(1)), true],
])('%s: whether it is to be compacted', (_, ref, due) => expect(needsCompaction(ref)).toBe(due))
