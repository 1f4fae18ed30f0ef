import type { MushafWordRow } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { blocksOf, pageAfter, spreadOf, swipeOf, turnOfKey } from '../../demo/src/reading/page-blocks.ts'

/** Lines of a mushaf page, with headings where chapters begin; and how pages are turned. */

type Word = readonly [verseKey: string | null, position: number, kind?: 'end']

function page(...lines: readonly (readonly Word[])[]) {
  const rows = lines.map((line) =>
    line.map(([verseKey, position, kind = 'word']) => {
      const text = `${verseKey}/${position}`
      const row = { text, position_in_verse: position, char_type_name: kind }
      return { verseKey, word: row as unknown as MushafWordRow }
    }),
  )
  return {
    lines: rows.map((line, index) => ({ number: index + 1, words: line.map(({ word }) => word) })),
    words: rows.flat(),
  }
}

/** `#2` for a heading, words of a line side by side. */
const shown = (...lines: readonly (readonly Word[])[]) =>
  blocksOf(page(...lines)).map((block) =>
    block.kind === 'heading' ? `#${block.chapter}` : block.words.map(({ text }) => text).join(' '),
  )

describe('a page', () => {
  it('of verses in the middle of a chapter has lines only', () => {
    expect(
      shown(
        [
          ['2:6', 1],
          ['2:6', 2],
        ],
        [
          ['2:6', 3, 'end'],
          ['2:7', 1],
        ],
      ),
    ).toEqual(['2:6/1 2:6/2', '2:6/3 2:7/1'])
  })

  it('has a heading before the line that a chapter begins with', () => {
    expect(
      shown(
        [['1:1', 1]],
        [
          ['1:1', 2, 'end'],
          ['1:2', 1],
        ],
      ),
    ).toEqual(['#1', '1:1/1', '1:1/2 1:2/1'])
  })

  it('has a line taken in two where a chapter begins within it', () => {
    expect(
      shown(
        [
          ['107:7', 4, 'end'],
          ['108:1', 1],
          ['108:1', 2],
        ],
        [['108:1', 3, 'end']],
      ),
    ).toEqual(['107:7/4', '#108', '108:1/1 108:1/2', '108:1/3'])
  })

  it('has no heading where the first verse of a chapter only runs on', () => {
    expect(
      shown([
        ['3:1', 5],
        ['3:1', 6, 'end'],
        ['3:2', 1],
      ]),
    ).toEqual(['3:1/5 3:1/6 3:2/1'])
  })

  it('shows words whose verse is not known', () => {
    expect(
      shown([
        [null, 1],
        ['5:2', 1],
      ]),
    ).toEqual(['null/1 5:2/1'])
  })

  it('marks the ends of verses', () => {
    const [line] = blocksOf(
      page([
        ['2:1', 2],
        ['2:1', 3, 'end'],
      ]),
    )
    expect(line?.kind === 'line' && line.words.map(({ isEnd }) => isEnd)).toEqual([false, true])
  })
})

describe('pages are turned', () => {
  it.each<[dx: number, dy: number, ms: number, turn: string | null]>([
    [120, 10, 200, 'next'],
    [-120, 10, 200, 'previous'],
    [40, 0, 200, null],
    [120, 90, 200, null],
    [120, 10, 2000, null],
    [0, 300, 200, null],
  ])('by a finger that went %i and %i in %i ms', (dx, dy, ms, turn) => {
    expect(swipeOf(dx, dy, ms)).toBe(turn)
  })

  it.each<[key: string, turn: string | null]>([
    ['ArrowLeft', 'next'],
    ['ArrowRight', 'previous'],
    ['ArrowDown', null],
    ['a', null],
  ])('by %s', (key, turn) => {
    expect(turnOfKey(key)).toBe(turn)
  })

  it.each<[page: number, pages: number, facing: boolean, previous: number | null, next: number | null]>([
    [3, 604, false, 2, 4],
    [1, 604, false, null, 2],
    [604, 604, false, 603, null],
    [3, 604, true, 1, 5],
    [4, 604, true, 1, 5],
    [1, 604, true, null, 3],
    [2, 604, true, null, 3],
    [604, 604, true, 601, null],
    // A mushaf with an odd number of pages ends with one that stands alone.
    [521, 521, true, 519, null],
    [520, 521, true, 517, 521],
  ])('from page %i of %i, facing: %s, to %s and %s', (page, pages, facing, previous, next) => {
    expect([pageAfter('previous', page, pages, facing), pageAfter('next', page, pages, facing)]).toEqual([
      previous,
      next,
    ])
  })

  it.each<[page: number, facing: boolean, spread: readonly number[]]>([
    [4, false, [4]],
    [3, true, [3, 4]],
    [4, true, [3, 4]],
    [521, true, [521]],
  ])('page %i, facing: %s, is shown as %j', (page, facing, spread) => {
    expect(spreadOf(page, 521, facing)).toEqual(spread)
  })
})
