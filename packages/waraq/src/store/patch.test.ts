import { describe, expect, it } from 'vitest'
import { segmentId } from './database.ts'
import { decodeKeys, type DirectoryRef } from './directory.ts'
import { changes, recordType, resource, verse } from './layers.test-support.ts'
import { packPatch, patchLimits, placePatch, takesPatch, wantsFolding, withPatch } from './patch.ts'
import { patchSegmentLimits } from './packer.ts'

describe('row changes as a patch', () => {
  const over = changes(verse(5, 9), verse(1, 2), 3, 4)

  it('are rows in reading order, and a list of all keys that they decide', () => {
    const patch = packPatch(recordType, over, new Set(['1', '3']))
    expect(patch.segments).toHaveLength(1)
    expect(patch.segments[0]!.record.keys).toBe('["1","5"]')
    expect(decodeKeys(patch.decides)).toEqual({ upserted: ['5', '1'], removed: ['3', '4'] })
    // 5 is new, 3 was here; 1 only changes, and 4 was nowhere.
    expect(patch).toMatchObject({ keys: 4, added: 0 })
    expect(patch.size).toBe(patch.segments[0]!.summary.size + patch.decides.length)
  })
  it('of removals alone have no segment', () => {
    expect(packPatch(recordType, changes(3), new Set(['3']))).toMatchObject({ segments: [], added: -1 })
  })
  it('are packed like any other rows', () => {
    const many = changes(
      ...Array.from({ length: patchSegmentLimits.rows + 1 }, (_, index) => verse(index + 1)),
    )
    const { segments } = packPatch(recordType, many, new Set())
    expect(segments.map(({ summary }) => summary.count)).toEqual([patchSegmentLimits.rows, 1])
  })
  it('get their numbers from the draft that they are written in', () => {
    const patch = packPatch(recordType, over, new Set())
    let position = 5
    const { directory, segments } = placePatch(patch, resource, 7, () => segmentId(7, position++))
    expect(segments.map(({ record }) => record.id)).toEqual([segmentId(7, 5)])
    expect(directory.segments).toEqual([{ ...patch.segments[0]!.summary, id: segmentId(7, 5) }])
    const base: DirectoryRef = { recordType, id: 'base', rows: 3, size: 10, digest: 1 }
    const once = withPatch(base, directory, patch)
    expect(once).toMatchObject({ id: 'base', rows: 3, patches: [{ id: directory.id, rows: 2, keys: 4 }] })
    expect(withPatch(once, { ...directory, id: 'second' }, patch).patches?.map(({ id }) => id)).toEqual([
      directory.id,
      'second',
    ])
  })
})

/** A directory of so many rows under patches of so many keys each. */
const layered = (rows: number, ...keys: number[]): DirectoryRef => ({
  recordType,
  id: 'base',
  rows,
  size: 1,
  digest: 1,
  patches: keys.map((count, index) => ({
    id: `${index}`,
    rows: 1,
    size: 1,
    digest: 1,
    keys: count,
    added: 0,
  })),
})
const { count, fewKeys } = patchLimits

it.each<[string, DirectoryRef, number, boolean]>([
  ['few keys over a small directory', layered(4), 3, true],
  ['more than half of a large one', layered(10_000), 5_001, false],
  ['half of a large one', layered(10_000), 5_000, true],
  ['what comes to more than half with what is there', layered(10_000, 4_000, 900), 101, false],
  ['the last that there is room for', layered(10_000, ...Array<number>(count - 1).fill(1)), 1, true],
  ['one more than there is room for', layered(10_000, ...Array<number>(count).fill(1)), 1, false],
])('%s: whether it may lie over the directory', (_, ref, keys, may) =>
  expect(takesPatch(ref, keys)).toBe(may),
)

it.each<[string, DirectoryRef, boolean]>([
  ['a directory alone', layered(10), false],
  ['few keys over a small directory', layered(10, 9, 9), false],
  ['more than few keys over a small directory', layered(10, fewKeys, 1), true],
  ['an eighth of a large one', layered(80_000, 9_000, 1_000), false],
  ['more than an eighth', layered(80_000, 9_000, 1_001), true],
  ['as many patches as it takes', layered(80_000, ...Array<number>(count).fill(1)), true],
])('%s: whether it is to be folded', (_, ref, due) => expect(wantsFolding(ref)).toBe(due))
