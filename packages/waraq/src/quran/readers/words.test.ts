import { placeOfVerseId, type MushafWordRow, type WordTranslationRow } from '@waraq/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bench } from '../../sync/bench.test-support.ts'
import { mushafVerseWords } from './mushaf.ts'
import { onceAll } from './query.ts'
import { verseWords, wordByWord } from './words.ts'
import { openLibrary, refOf, rowsOf } from './library.test-support.ts'
import { keyOf } from './verse-key.ts'

const mushaf = refOf('mushafs:1')
const translation = refOf('word_by_word_translations:59')
const transliteration = refOf('word_by_word_transliterations:60')
const byHand = refOf('word_by_word_translations:901')
const spellingByHand = refOf('word_by_word_transliterations:901')
const mushafByHand = refOf('mushafs:901')

const row = (id: number, word: number, text: string | null, fields: object = {}) => ({
  id,
  word_id: word,
  text,
  ...fields,
})
const word = (position: number, fields: object) => ({
  id: position,
  record_type: 'mushaf_word',
  page_number: 1,
  position_in_page: position,
  verse_id: 1,
  ...fields,
})

const added = {
  // The first verse's words are 1 to 5, 5 being its end.
  'word_by_word_translations:901': [
    row(10, 1, 'third', { priority: 7 }),
    row(11, 1, 'first', { priority: -1, language_name: 'english', added_since: 1 }),
    row(12, 1, 'last by id', {}),
    row(9, 1, 'last but one', { priority: null }),
    row(13, 1, 'second', { priority: 2 }),
    row(14, 1, 'second, too', { priority: 2 }),
    row(15, 3, 'no number', { priority: 'high' }),
    row(16, 3, 'a number', { priority: 99 }),
    row(17, 6, 'of the next verse', { priority: 1 }),
    row(8, 1, null, { priority: -2 }),
  ],
  'word_by_word_transliterations:901': [row(1, 1, null), row(2, 1, 'bismi'), row(3, 3, null)],
  'mushafs:901': [
    { id: 1, record_type: 'mushaf_page', page_number: 1, verse_mapping: { 1: '1-1' } },
    word(3, { id: 4, word_id: 1, text: 'one' }),
    word(1, { id: 5, word_id: 3, char_type_name: 'pause', text: ' ' }),
    word(2, { id: 6, text: null }),
    word(4, { id: 7, word_id: '1', char_type_name: 7, text: 7 }),
    word(5, { id: 8, word_id: 4, page_number: null }),
    word(5, { id: 9, word_id: 4, position_in_page: null }),
  ],
}

let bench: Bench
beforeAll(async () => {
  const filter = 'mushafs:1,901;word_by_word_translations:59,901;word_by_word_transliterations:60,901'
  bench = await openLibrary(filter, { content: { chapters: [1, 36, 112] }, added })
})
afterAll(() => bench.close())

const ask = (of: Parameters<typeof verseWords>[0], key: string) => bench.store.query(verseWords(of, key))

describe('the words of a verse', () => {
  it('are those of the mushaf, each with its translation and transliteration', async () => {
    const translations = rowsOf<WordTranslationRow>(bench, 'word_by_word_translations:59')
    const spellings = rowsOf<WordTranslationRow>(bench, 'word_by_word_transliterations:60')
    const twice = translations.find((each, index) => each.word_id === translations[index - 1]?.word_id)!
    const inMushaf = rowsOf<MushafWordRow>(bench, 'mushafs:1', 'mushaf_word')
    const verse = inMushaf.find((each) => each.word_id === twice.word_id)!.verse_id!
    for (const key of ['1:1', '1:7', keyOf(placeOfVerseId(verse)!), '112:4']) {
      const words = await ask({ mushaf, translation, transliteration }, key)
      const mushafWords: MushafWordRow[] = await bench.store.query(mushafVerseWords(mushaf, key))
      expect(words.map((each) => each.word)).toEqual(mushafWords)
      expect(words.map(({ kind }) => kind)).toEqual([...words.slice(1).map(() => 'word'), 'end'])
      for (const each of words) {
        const own = translations.filter((other) => other.word_id === each.wordId)
        expect(each.translations.map((other) => other.row)).toEqual(own)
        expect(each.translation).toEqual(
          own[0] ? { text: own[0].text, language: own[0].language_name, row: own[0] } : null,
        )
        const spelling = spellings.find((other) => other.word_id === each.wordId)
        expect(each.transliteration).toEqual(spelling ? { text: spelling.text, row: spelling } : null)
      }
      expect(words.at(-1)).toMatchObject({ translation: null, translations: [], transliteration: null })
    }
  })
  it('have translations by priority: the lower number first, those without one last', async () => {
    const words = await ask({ mushaf, translation: byHand }, '1:1')
    expect(words.map((each) => each.translations.map(({ text }) => text))).toEqual([
      ['first', 'second', 'second, too', 'third', 'last but one', 'last by id'],
      [],
      ['a number', 'no number'],
      [],
      [],
    ])
    expect(words[0]!.translation).toEqual({
      text: 'first',
      language: 'english',
      row: added['word_by_word_translations:901'][1],
    })
    expect(words[2]!.translation).toMatchObject({ text: 'a number', language: null })
  })
  it('are there without what was not asked for, and without what is absent', async () => {
    const plain = await ask({ mushaf }, '112:1')
    expect(plain.length).toBeGreaterThan(3)
    for (const each of plain)
      expect(each).toMatchObject({ translation: null, translations: [], transliteration: null })
    const absent = await ask(
      { mushaf, translation, transliteration: refOf('word_by_word_transliterations:9') },
      '112:1',
    )
    expect(absent[0]).toMatchObject({ translation: { language: 'english' }, transliteration: null })
    expect(await ask({ mushaf: refOf('mushafs:9'), translation }, '112:1')).toEqual([])
    expect(await ask({ mushaf, translation }, '2:1')).toEqual([])
  })
  it('are in the mushaf’s reading order, also with odd fields; what has no place or no text is left out', async () => {
    const of = { mushaf: mushafByHand, translation: byHand, transliteration: spellingByHand }
    const words = await ask(of, '1:1')
    expect(
      words.map(({ wordId, kind, text, translation, transliteration }) => [
        wordId,
        kind,
        text,
        translation?.text,
        transliteration?.text,
      ]),
    ).toEqual([
      [3, 'pause', ' ', 'a number', undefined],
      [null, 'word', '', undefined, undefined],
      [1, 'word', 'one', 'first', 'bismi'],
      [null, 'word', '', undefined, undefined],
    ])
  })
})

describe('the words of several verses', () => {
  const of = { mushaf, translation, transliteration }
  it.each<[string, Parameters<typeof wordByWord>[1], string[]]>([
    ['a chapter', { chapter: 112 }, ['112:1', '112:2', '112:3', '112:4']],
    ['a range', { from: '1:6', to: '36:2' }, ['1:6', '1:7', '36:1', '36:2']],
    ['a page', { page: 1 }, ['1:1', '1:2', '1:3', '1:4', '1:5', '1:6', '1:7']],
    ['a chapter that is not here', { chapter: 2 }, []],
    ['a page that is not there', { page: 900 }, []],
  ])('of %s are those of each verse', async (_, part, keys) => {
    const verses = await bench.store.query(wordByWord(of, part))
    expect(verses.map(({ verseKey }) => verseKey)).toEqual(keys)
    for (const { verseKey, chapter, number, words } of verses) {
      expect(`${chapter}:${number}`).toBe(verseKey)
      expect(words).toEqual(await bench.store.query(verseWords(of, verseKey)))
    }
  })
  it('may wait until all of their resources are here', async () => {
    const refs = [mushaf, translation, transliteration]
    const whole = wordByWord(of, { chapter: 112 })
    expect(await bench.store.query(onceAll(refs, whole))).toEqual(await bench.store.query(whole))
    const missing = refOf('word_by_word_translations:9')
    expect(await bench.store.query(onceAll([...refs, missing], whole))).toBeUndefined()
    expect(onceAll(refs, whole).key).not.toBe(onceAll([mushaf], whole).key)
  })
})
