import type { TranslationRow } from '@waraq/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bench } from '../../sync/bench.test-support.ts'
import {
  translationChapter,
  translationJuz,
  translationPage,
  translationRange,
  translationVerse,
} from './translation.ts'
import type { Query } from './query.ts'
import { openLibrary, refOf, rowsOf } from './library.test-support.ts'

const english = refOf('translations:20')
const gaps = refOf('translations:901')
const odd = refOf('translations:902')
const mushaf = refOf('mushafs:1')
const absent = refOf('mushafs:77')
/** Pages that end in the middle of others'. */
const otherMushaf = refOf('mushafs:901')
/** Its pages name their verses only by the verses' numbers in the whole text. */
const numberedMushaf = refOf('mushafs:902')

const verse = (id: number, verseKey: string, page: number | null | string) => ({
  id,
  verse_key: verseKey,
  text: `verse ${verseKey}`,
  page_number: page,
})
const pageRow = (id: number, page: number, fields: object) => ({
  id,
  record_type: 'mushaf_page',
  page_number: page,
  ...fields,
})
const mushafRow = { id: 1, record_type: 'mushaf', name: 'by hand' }

const added = {
  // Verses of pages 2 to 5, most missing, some without a page.
  'translations:901': [
    verse(1, '1:1', 2),
    verse(2, '2:30', 4),
    verse(3, '2:31', null),
    verse(4, '2:200', 4),
    verse(5, '110:1', null),
    verse(6, '110:3', 4),
    verse(7, '114:6', 5),
  ],
  'translations:902': [
    { ...verse(1, '1:1', 'one'), foot_notes: 'none', juz_number: {}, added_since: [1] },
    {
      ...verse(2, '1:2', 1),
      foot_notes: [
        null,
        { id: 1 },
        { id: 'x', text: 'y' },
        { id: 9, text: 'kept', added_since: 1 },
        { id: '10', text: 'z' },
      ],
    },
  ],
  'mushafs:901': [
    mushafRow,
    pageRow(2, 7, { verse_mapping: { 2: '3-5' } }),
    pageRow(3, 8, { verse_mapping: { 3: '1-2', 2: '280-286' } }),
    pageRow(4, 9, { verse_mapping: { x: '1-2', 3: '', 999: 'a-b' } }),
  ],
  'mushafs:902': [
    mushafRow,
    pageRow(2, 7, { first_verse_id: 292, last_verse_id: 294 }),
    pageRow(3, 8, { verse_mapping: 'none', first_verse_id: 0, last_verse_id: 9_999 }),
  ],
}

let bench: Bench
beforeAll(async () => {
  const filter = 'mushafs:1,901,902;translations:20,901,902'
  bench = await openLibrary(filter, { content: { chapters: [1, 2, 3, 112, 113, 114] }, added })
})
afterAll(() => bench.close())

const ask = <T>(query: Query<T>) => bench.store.query(query)
const keysOf = async (query: Query<readonly { verseKey: string }[]>) =>
  (await ask(query)).map(({ verseKey }) => verseKey)
const rows = () => rowsOf<TranslationRow>(bench, 'translations:20')
const keysWhere = (wanted: (row: TranslationRow) => boolean) =>
  rows()
    .filter(wanted)
    .map((row) => row.verse_key)

describe('a verse of a translation', () => {
  it('is what its row says, footnotes and all', async () => {
    for (const row of rows().slice(0, 40)) {
      expect(await ask(translationVerse(english, row.verse_key))).toEqual({
        verseKey: row.verse_key,
        chapter: row.chapter_id,
        number: row.verse_number,
        text: row.text,
        footnotes: row.foot_notes,
        row,
      })
    }
    expect(
      rows()
        .slice(0, 40)
        .flatMap((row) => row.foot_notes ?? []).length,
    ).toBeGreaterThan(0)
  })
  it('keeps unknown fields, and is not put off by fields of another kind', async () => {
    expect(await ask(translationVerse(odd, '1:1'))).toEqual({
      verseKey: '1:1',
      chapter: 1,
      number: 1,
      text: 'verse 1:1',
      footnotes: [],
      row: added['translations:902'][0],
    })
    expect((await ask(translationVerse(odd, '1:2')))!.footnotes).toEqual([
      { id: -3, text: 'y' },
      { id: 9, text: 'kept', added_since: 1 },
      { id: 10, text: 'z' },
    ])
  })
  it('is undefined where the translation lacks it', async () => {
    expect(await ask(translationVerse(english, '4:1'))).toBeUndefined()
    expect(await ask(translationVerse(english, '2:287'))).toBeUndefined()
    expect(await ask(translationVerse(gaps, '2:32'))).toBeUndefined()
  })
})

describe('verses of a translation', () => {
  it('come by range, across chapters', async () => {
    expect(await keysOf(translationRange(english, { from: '2:285', to: '3:2' }))).toEqual([
      '2:285',
      '2:286',
      '3:1',
      '3:2',
    ])
    expect(await keysOf(translationRange(english, { from: '114:6', to: '114:6' }))).toEqual(['114:6'])
    expect(await keysOf(translationRange(gaps, { from: '2:31', to: '110:2' }))).toEqual([
      '2:31',
      '2:200',
      '110:1',
    ])
  })
  it('come by chapter', async () => {
    for (const chapter of [1, 2, 114])
      expect(await keysOf(translationChapter(english, chapter))).toEqual(
        keysWhere((row) => row.chapter_id === chapter),
      )
    expect(await keysOf(translationChapter(english, 4))).toEqual([])
  })
  it('come by juz', async () => {
    for (const juz of [1, 2, 3, 4, 30])
      expect(await keysOf(translationJuz(english, juz))).toEqual(keysWhere((row) => row.juz_number === juz))
  })
})

describe('the verses of a page', () => {
  it('are those whose rows name it', async () => {
    for (let page = 1; page <= 604; page += 9)
      expect([page, await keysOf(translationPage(english, page))]).toEqual([
        page,
        keysWhere((row) => row.page_number === page),
      ])
  })
  it('are found where verses are missing, and where rows name no page', async () => {
    expect(await keysOf(translationPage(gaps, 2))).toEqual(['1:1'])
    expect(await keysOf(translationPage(gaps, 3))).toEqual([])
    expect(await keysOf(translationPage(gaps, 4))).toEqual(['2:30', '2:31', '2:200', '110:1', '110:3'])
    expect(await keysOf(translationPage(gaps, 5))).toEqual(['114:6'])
    expect(await keysOf(translationPage(gaps, 6))).toEqual([])
    expect(await keysOf(translationPage(odd, 1))).toEqual(['1:2'])
  })
  it('are those of the mushaf that is meant', async () => {
    const page = (number: number) => keysOf(translationPage(english, number, { mushaf: otherMushaf }))
    expect(await page(7)).toEqual(['2:3', '2:4', '2:5'])
    expect(await page(8)).toEqual([...[0, 1, 2, 3, 4, 5, 6].map((last) => `2:28${last}`), '3:1', '3:2'])
    expect(await keysOf(translationPage(english, 2, { mushaf }))).toEqual(
      keysWhere((row) => row.page_number === 2),
    )
    expect(await keysOf(translationPage(english, 7, { mushaf: numberedMushaf }))).toEqual([
      '2:285',
      '2:286',
      '3:1',
    ])
  })
  it('are none on a page that the mushaf lacks, or says nothing of', async () => {
    expect(await keysOf(translationPage(english, 2, { mushaf: otherMushaf }))).toEqual([])
    expect(await keysOf(translationPage(english, 9, { mushaf: otherMushaf }))).toEqual([])
    expect(await keysOf(translationPage(english, 8, { mushaf: numberedMushaf }))).toEqual([])
  })
  it('are those that rows name until the mushaf is there', async () => {
    expect(await keysOf(translationPage(english, 3, { mushaf: absent }))).toEqual(
      keysWhere((row) => row.page_number === 3),
    )
  })
})
