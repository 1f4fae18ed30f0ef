import { placeOfVerseId, type MushafPageRow, type MushafRow, type MushafWordRow } from '@waraq/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bench } from '../../sync/bench.test-support.ts'
import { mushafInfo, mushafPage, mushafPageOf, mushafVerses, mushafVerseWords } from './mushaf.ts'
import type { Query } from './query.ts'
import { openLibrary, refOf, rowsOf } from './library.test-support.ts'
import { keyOf } from './verse-key.ts'

const mushaf = refOf('mushafs:1')

let id = 0
/** Words in reading order from a page's first place on; `verses` has for each word its verse's number in the whole text. */
const pageWords = (page: number, verses: readonly (number | null)[]) =>
  verses.map((verse, index) => ({
    id: ++id,
    record_type: 'mushaf_word',
    page_number: page,
    position_in_page: index + 1,
    verse_id: verse,
    text: `${page}.${index + 1}`,
    added_since: true,
  }))
const pageRow = (page: number, mapping?: object) => ({
  id: ++id,
  record_type: 'mushaf_page',
  page_number: page,
  ...(mapping ? { verse_mapping: mapping } : {}),
})
/** Pages 1 to 4; verses 2:1 (8), 2:2 (9), 2:3 (10) and 2:4 (11) run over their ends. */
const words = [
  ...pageWords(1, [7, 8, 8]),
  ...pageWords(2, [8, 9, 9]),
  ...pageWords(3, [9, 9, 9]),
  ...pageWords(4, [9, 10, 10]),
  ...pageWords(5, [10, 11, null, 11]),
  ...pageWords(6, [11]),
]

const added = {
  // Where a verse is on two pages, both list it.
  'mushafs:901': [
    pageRow(1, { 1: '7', 2: '1' }),
    pageRow(2, { 2: '1-2' }),
    pageRow(3, { 2: '2' }),
    pageRow(4, { 2: '2-3' }),
    pageRow(5, { 2: '3-4' }),
    pageRow(6, { 2: '4-4' }),
    ...words,
  ],
  // Only the page that the verse begins on lists it.
  'mushafs:902': [
    pageRow(1, { 1: '7-7', 2: '1-1' }),
    pageRow(2, { 2: '2-2' }),
    pageRow(3),
    pageRow(4, { 2: '3-3' }),
    pageRow(5, { 2: '4-4' }),
    pageRow(6),
    ...words,
  ],
  // Only the page that the verse ends on lists it.
  'mushafs:903': [
    pageRow(1, { 1: '7-7' }),
    pageRow(2, { 2: '1-1' }),
    pageRow(3),
    pageRow(4, { 2: '2-2' }),
    pageRow(5, { 2: '3-3' }),
    pageRow(6, { 2: '4-4' }),
    ...words,
  ],
  // A page with words and no row, and a page with a row and no words.
  'mushafs:904': [...pageWords(3, [8, 8, 9]), pageRow(7, { 5: '1-3' })],
  // Words of a page whose row has nothing but its number, and a word of no page.
  'mushafs:905': [
    { ...pageRow(1), verse_mapping: null, first_verse_id: null, last_verse_id: null, verses_count: null },
    ...pageWords(1, [8, 8]).map((word, index) => ({ ...word, text: index === 0 ? null : 'text' })),
    { ...pageWords(1, [8])[0]!, position_in_page: null },
    { ...pageWords(1, [8])[0]!, page_number: null },
  ],
}

let bench: Bench
beforeAll(async () => {
  const content = { chapters: [1, 2, 36, 112, 113, 114] }
  bench = await openLibrary('mushafs:1,901,902,903,904,905', { content, added })
})
afterAll(() => bench.close())

const ask = <T>(query: Query<T>) => bench.store.query(query)
const wordRows = () => rowsOf<MushafWordRow>(bench, 'mushafs:1', 'mushaf_word')
const pageRows = () => rowsOf<MushafPageRow>(bench, 'mushafs:1', 'mushaf_page')
const wordKey = (word: MushafWordRow) => keyOf(placeOfVerseId(word.verse_id!)!)
const onPage = (page: number) =>
  wordRows()
    .filter((word) => word.page_number === page)
    .sort((a, b) => a.position_in_page! - b.position_in_page!)

describe('a mushaf', () => {
  it('says what it is', async () => {
    expect(await ask(mushafInfo(mushaf))).toEqual(rowsOf<MushafRow>(bench, 'mushafs:1', 'mushaf')[0])
    expect(await ask(mushafInfo(refOf('mushafs:901')))).toBeUndefined()
  })
})

describe('a page of a mushaf', () => {
  it('has its words in reading order, each with its verse, though lines and positions tell another', async () => {
    let misplaced = 0
    for (const row of pageRows()) {
      const expected = onPage(row.page_number)
      const page = (await ask(mushafPage(mushaf, row.page_number)))!
      expect(page.row).toEqual(row)
      expect(page.words).toEqual(expected.map((word) => ({ verseKey: wordKey(word), word })))
      expect(page.lines.flatMap((line) => line.words)).toEqual(expected)
      expect(page.verseKeys).toEqual([...new Set(expected.map(wordKey))])
      const byLine = [...expected].sort(
        (a, b) => a.line_number! - b.line_number! || a.position_in_line! - b.position_in_line!,
      )
      if (byLine.some((word, index) => word !== expected[index])) misplaced++
    }
    expect(misplaced).toBeGreaterThan(5)
  })
  it('has its words spread over lines as they were laid out', async () => {
    for (const { page_number: number } of pageRows()) {
      const page = (await ask(mushafPage(mushaf, number)))!
      const counts = new Map<number | null | undefined, number>()
      for (const word of onPage(number)) counts.set(word.line_number, (counts.get(word.line_number) ?? 0) + 1)
      const lines = page.lines.map((line) => [line.number, line.words.length])
      expect(lines).toEqual([...counts].sort(([a], [b]) => a! - b!))
    }
  })
  it('is there with words alone, or with its row alone', async () => {
    const partial = refOf('mushafs:904')
    expect(await ask(mushafPage(partial, 3))).toMatchObject({
      row: undefined,
      lines: [{ number: null, words: [{}, {}, {}] }],
      verseKeys: ['2:1', '2:2'],
      words: [{ verseKey: '2:1' }, { verseKey: '2:1' }, { verseKey: '2:2' }],
    })
    expect(await ask(mushafPage(partial, 7))).toMatchObject({
      row: { page_number: 7 },
      lines: [],
      verseKeys: ['5:1', '5:2', '5:3'],
      words: [],
    })
    expect(await ask(mushafPage(partial, 8))).toBeUndefined()
  })
  it('has words without a verse, and keeps unknown fields', async () => {
    const page = await ask(mushafPage(refOf('mushafs:901'), 5))
    expect(page!.words.map(({ verseKey }) => verseKey)).toEqual(['2:3', '2:4', null, '2:4'])
    expect(page!.words[0]!.word).toMatchObject({ added_since: true })
  })
  it('leaves out words without a place, and hands on a text that is null', async () => {
    const page = await ask(mushafPage(refOf('mushafs:905'), 1))
    expect(page!.words.map(({ verseKey, word }) => [verseKey, word.text])).toEqual([
      ['2:1', null],
      ['2:1', 'text'],
    ])
    expect(page!.verseKeys).toEqual(['2:1'])
  })
  it('lists its verses', async () => {
    for (const { page_number: page } of pageRows())
      expect(await ask(mushafVerses(mushaf, page))).toEqual([...new Set(onPage(page).map(wordKey))])
    expect(await ask(mushafVerses(mushaf, 300))).toEqual([])
    expect(await ask(mushafVerses(refOf('mushafs:904'), 3))).toEqual([])
  })
})

describe('a verse of a mushaf', () => {
  it('has a page and words', async () => {
    const firstWords = wordRows().filter(({ position_in_verse: position }) => position === 1)
    for (const word of firstWords.filter((_, index) => index % 9 === 0)) {
      const key = wordKey(word)
      const expected = onPage(word.page_number!).filter(({ verse_id: verse }) => verse === word.verse_id)
      expect([key, await ask(mushafPageOf(mushaf, key))]).toEqual([key, word.page_number])
      expect(await ask(mushafVerseWords(mushaf, key))).toEqual(expected)
    }
  })
  it.each([
    ['both pages', 'mushafs:901'],
    ['the page that it begins on', 'mushafs:902'],
    ['the page that it ends on', 'mushafs:903'],
  ])('is whole over pages’ ends, where it is listed by %s', async (_, key) => {
    const found: unknown[] = []
    for (const verse of ['1:7', '2:1', '2:2', '2:3', '2:4']) {
      const page = await ask(mushafPageOf(refOf(key), verse))
      const texts = (await ask(mushafVerseWords(refOf(key), verse))).map(({ text }) => text)
      found.push([page, texts.join(' ')])
    }
    expect(found).toEqual([
      [1, '1.1'],
      [1, '1.2 1.3 2.1'],
      [2, '2.2 2.3 3.1 3.2 3.3 4.1'],
      [4, '4.2 4.3 5.1'],
      [5, '5.2 5.4 6.1'],
    ])
  })
  it('has neither where the mushaf lacks it', async () => {
    for (const key of ['3:1', '37:1', '2:287', '111:1']) {
      expect(await ask(mushafPageOf(mushaf, key))).toBeUndefined()
      expect(await ask(mushafVerseWords(mushaf, key))).toEqual([])
    }
    expect(await ask(mushafPageOf(refOf('mushafs:904'), '5:2'))).toBe(7)
    expect(await ask(mushafVerseWords(refOf('mushafs:904'), '5:2'))).toEqual([])
  })
})
