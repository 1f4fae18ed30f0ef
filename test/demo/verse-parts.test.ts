import { describe, expect, it } from 'vitest'
import { verseCountOf } from '@waraq/protocol'
import { partsOfJuz } from '../../demo/src/reading/juz-parts.ts'
import {
  nearestFirst,
  partsOfChapter,
  partWith,
  versesPerPart,
  type VersePart,
} from '../../demo/src/reading/verse-parts.ts'

/** How chapters and juz are cut into parts that are read one after the other. */

const verses = (parts: readonly VersePart[]) =>
  parts.flatMap(({ chapter, from, to }) =>
    Array.from({ length: to - from + 1 }, (_, index) => `${chapter}:${from + index}`),
  )

describe('parts', () => {
  it.each([1, 2, 108, 114])('of chapter %i are its verses, each once and in order', (chapter) => {
    const parts = partsOfChapter(chapter)
    expect(verses(parts)).toEqual(
      Array.from({ length: verseCountOf(chapter) }, (_, index) => `${chapter}:${index + 1}`),
    )
    for (const { from, to } of parts) expect(to - from).toBeLessThan(versesPerPart)
  })

  it('of all juz together are the whole text', () => {
    const juzs = Array.from({ length: 30 }, (_, index) => verses(partsOfJuz(index + 1)))
    expect(juzs.flat()).toHaveLength(6236)
    expect(new Set(juzs.flat()).size).toBe(6236)
  })

  it.each<[juz: number, first: string, last: string]>([
    [1, '1:1', '2:141'],
    [2, '2:142', '2:252'],
    [30, '78:1', '114:6'],
  ])('of juz %i begin and end where it does', (juz, first, last) => {
    const all = verses(partsOfJuz(juz))
    expect([all[0], all.at(-1)]).toEqual([first, last])
  })

  it.each<[verseKey: string | null, index: number]>([
    [null, 0],
    ['2:1', 0],
    [`2:${versesPerPart}`, 0],
    [`2:${versesPerPart + 1}`, 1],
    ['2:286', Math.ceil(286 / versesPerPart) - 1],
    ['3:40', 0],
    ['2:999', 0],
  ])('with verse %s is found', (verseKey, index) => {
    expect(partWith(partsOfChapter(2), verseKey)).toBe(index)
  })
})

describe('the order in which parts are read', () => {
  it.each<[count: number, first: number, order: number[]]>([
    [0, 0, []],
    [4, 0, [0, 1, 2, 3]],
    [4, 3, [3, 2, 1, 0]],
    [5, 2, [2, 3, 1, 4, 0]],
    [5, 1, [1, 2, 0, 3, 4]],
  ])('of %i from %i on', (count, first, order) => {
    expect(nearestFirst(count, first)).toEqual(order)
  })
})
