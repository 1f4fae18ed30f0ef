import type { ChapterMarks, StoredReadingBookmark } from '../../../user/view/queries.ts'
import type { StoredNote } from '../../../user/view/note-queries.ts'
import { describe, expect, it } from 'vitest'
import { marksByVerse } from './verse-marks.ts'

const kept = { pending: false, blocked: null, createdAt: 1, updatedAt: 1 }
const reading: StoredReadingBookmark = {
  slot: 1,
  name: null,
  type: 'ayah',
  number: 2,
  verseKey: '2:1',
  mushafId: null,
  ...kept,
}
const note = (key: string, ...ranges: string[]): StoredNote => ({ key, body: 'Text', ranges, ...kept })

function marks(parts: Partial<ChapterMarks>): ChapterMarks {
  return {
    favorited: new Map(),
    reading: new Map(),
    collections: new Map(),
    highlights: new Map(),
    notes: [],
    ...parts,
  }
}

describe('the verses that a note is about', () => {
  it.each([
    ['one verse', ['2:255-2:255'], ['2:255']],
    ['several', ['2:1-2:2', '2:5-2:5'], ['2:1', '2:2', '2:5']],
    ['one twice', ['2:1-2:2', '2:2-2:2'], ['2:1', '2:2']],
    ['from the surah before', ['1:6-2:2'], ['2:1', '2:2']],
    ['on into the next surah', ['2:285-3:2'], ['2:285', '2:286']],
    ['another surah', ['3:1-3:2'], []],
    ['more than there are', ['2:286-2:999'], ['2:286']],
    ['no range', ['2:1'], []],
  ])('%s', (_, ranges, about) => {
    const found = marksByVerse(2, marks({ notes: [note('a', ...ranges)] }))
    expect([...found.keys()]).toEqual(about)
    for (const { notes } of found.values()) expect(notes).toHaveLength(1)
  })
})

it('a verse has all that is marked at it, and keeps its object for as long as that is the same', () => {
  const of = () =>
    marks({
      favorited: new Map([
        ['2:1', { ...kept }],
        ['2:2', { ...kept }],
      ]),
      reading: new Map([['2:1', [{ ...reading }]]]),
      highlights: new Map([['2:1', { color: 'blue', ...kept }]]),
      collections: new Map([['2:1', ['c']]]),
      notes: [note('a', '2:1-2:1')],
    })
  const first = marksByVerse(2, of())
  expect(first.get('2:1')).toEqual({
    favorite: kept,
    reading: [reading],
    highlight: { color: 'blue', ...kept },
    collections: ['c'],
    notes: [note('a', '2:1-2:1')],
  })
  const second = marksByVerse(2, { ...of(), notes: [] }, first)
  expect(second.get('2:2')).toBe(first.get('2:2'))
  expect(second.get('2:1')).toEqual({ ...first.get('2:1'), notes: [] })
})
