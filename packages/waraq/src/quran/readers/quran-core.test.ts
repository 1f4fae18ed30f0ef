import type { ChapterRow, VerseRow } from '@waraq/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bench } from '../../sync/bench.test-support.ts'
import {
  coreChapter,
  coreChapters,
  coreVerse,
  coreVersesOfChapter,
  hizbOf,
  juz,
  juzOf,
  rubElHizbOf,
} from './quran-core.ts'
import type { Query } from './query.ts'
import { openLibrary, refOf, rowsOf } from './library.test-support.ts'

const core = refOf('quran_core:1')
const byHand = refOf('quran_core:901')

const hizb = (number: number, fields: object) => ({
  id: number,
  record_type: 'hizb',
  hizb_number: number,
  ...fields,
})
const added = {
  'quran_core:901': [
    // Rows out of order, over a chapter's end, by numbers in the whole text, and without verses.
    hizb(3, { verse_mapping: { 3: '1-200', 2: '10-286' } }),
    hizb(1, { verse_mapping: { 1: '1-7' }, added_since: 1 }),
    hizb(2, { verse_mapping: null, first_verse_id: 8, last_verse_id: 16 }),
    hizb(4, { verse_mapping: null, first_verse_id: null, last_verse_id: null }),
    { id: 1, record_type: 'juz', juz_number: 2, first_verse_id: null },
    { id: 9, record_type: 'chapter', chapter_number: 1, name_simple: null, verses_count: null },
    { id: 2, record_type: 'verse', verse_key: '1:2', text_uthmani: 'two', hizb_number: null },
    { id: 1, record_type: 'verse', verse_key: '1:10', text_uthmani: '' },
  ],
}

let bench: Bench
beforeAll(async () => {
  bench = await openLibrary('quran_core:1,901', { content: { chapters: [1, 2, 3, 114] }, added })
})
afterAll(() => bench.close())

const ask = <T>(query: Query<T>) => bench.store.query(query)

describe('the Arabic text', () => {
  it('is there verse by verse, in order', async () => {
    const rows = rowsOf<VerseRow>(bench, 'quran_core:1', 'verse')
    for (const chapter of [1, 2, 114]) {
      const own = rows.filter((row) => row.chapter_id === chapter)
      expect(await ask(coreVersesOfChapter(core, chapter))).toEqual(
        own.map((row) => ({
          verseKey: row.verse_key,
          chapter,
          number: row.verse_number,
          text: row.text_uthmani,
          row,
        })),
      )
    }
    expect(await ask(coreVerse(core, '114:6'))).toMatchObject({ verseKey: '114:6', row: rows.at(-1) })
    expect((await ask(coreVersesOfChapter(byHand, 1))).map(({ number, text }) => [number, text])).toEqual([
      [2, 'two'],
      [10, ''],
    ])
  })
  it('has chapters', async () => {
    const rows = rowsOf<ChapterRow>(bench, 'quran_core:1', 'chapter')
    expect(await ask(coreChapters(core))).toEqual(rows)
    expect(await ask(coreChapter(core, 114))).toEqual(rows.at(-1))
    expect(await ask(coreChapter(byHand, 1))).toMatchObject({ id: 9, name_simple: null })
    expect(await ask(coreChapter(core, 113))).toBeUndefined()
  })
})

describe('a part of the text', () => {
  it.each([
    ['1:1', 1, 1, 1],
    ['2:141', 1, 2, 8],
    ['2:142', 2, 3, 9],
    ['2:255', 3, 5, 17],
    ['3:92', 3, 6, 24],
    ['114:6', 30, 60, 240],
  ])('is found by a verse that it has: %s', async (key, inJuz, inHizb, inQuarter) => {
    const numbers = [juzOf(core, key), hizbOf(core, key), rubElHizbOf(core, key)].map(
      async (query) => (await ask<{ number: number } | undefined>(query))?.number,
    )
    expect(await Promise.all(numbers)).toEqual([inJuz, inHizb, inQuarter])
  })
  it('says from which verse to which it goes', async () => {
    expect(await ask(juz(core, 1))).toMatchObject({ number: 1, verses: { from: '1:1', to: '2:141' } })
    expect(await ask(juz(byHand, 2))).toMatchObject({ number: 2, verses: null, row: { id: 1 } })
    expect(await ask(juz(core, 29))).toBeUndefined()
  })
  it.each([
    ['1:7', 1, { from: '1:1', to: '1:7' }],
    ['2:9', 2, { from: '2:1', to: '2:9' }],
    ['2:200', 3, { from: '2:10', to: '3:200' }],
    ['3:1', 3, { from: '2:10', to: '3:200' }],
  ])('is found by what its row lists, however it lists it: %s', async (key, number, verses) => {
    expect(await ask(hizbOf(byHand, key))).toMatchObject({ number, verses })
  })
  it('is none where none lists the verse', async () => {
    expect(await ask(hizbOf(byHand, '5:1'))).toBeUndefined()
    expect(await ask(juzOf(byHand, '1:1'))).toBeUndefined()
  })
})
