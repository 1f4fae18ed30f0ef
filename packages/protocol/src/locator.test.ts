import { describe, expect, it } from 'vitest'
import type { JsonObject } from './json-object.ts'
import { chapterRange, locatorFields, locatorOf, pageLocator, pageRange, verseLocator } from './locator.ts'

describe('locators', () => {
  it.each([
    ['translation', { verse_key: '26:153' }, 26153],
    ['tafsir', { verse_key: '114:6' }, 114006],
    ['audio_file', { verse_key: '1:1' }, 1001],
    ['word_translation', { id: 9, word_id: 77431 }, 77431],
    ['word_transliteration', { id: 9, word_id: 1 }, 1],
    ['mushaf', { id: 1 }, 1],
    ['mushaf_page', { id: 5, page_number: 604 }, 604],
    ['mushaf_word', { page_number: 2, position_in_page: 14 }, 2014],
    ['chapter_audio_file', { id: 1, chapter_id: 114 }, 114],
    ['article_localization', { lang: 'ar', language_id: 9 }, 'ar'],
    ['article_localization', { language_id: 9 }, 9],
    ['font_asset', { id: 3, page_number: 604 }, 604],
    ['font_asset', { id: 3, page_number: null }, 'mushaf'],
    ['font_asset', { id: 3, page_number: 'all' }, 'mushaf'],
    ['chapter', { id: 9, chapter_number: 114 }, 114],
    ['verse', { id: 262, verse_key: '2:255' }, 2255],
    ['juz', { id: 9, juz_number: 30 }, 30],
    ['hizb', { id: 9, hizb_number: 60 }, 60],
    ['rub_el_hizb', { id: 9, rub_el_hizb_number: 240 }, 240],
    ['audio_segment', { id: 12, verse_key: '2:255' }, 2255],
    ['audio_segment', { id: 12 }, null],
    ['a type of tomorrow', { id: 12 }, 12],
    ['translation', { verse_key: 'nonsense' }, null],
    ['mushaf_word', { page_number: 2, position_in_page: null }, null],
    ['mushaf_word', { page_number: null, position_in_page: 2 }, null],
    ['word_translation', { word_id: '12' }, null],
  ])('of %s %o', (recordType, data, expected) => {
    expect(locatorOf(recordType, data)).toBe(expected)
    // Segments look at no other fields of a row than `locatorFields`, so these must be enough.
    const row: JsonObject = data
    const shown = locatorFields(recordType).map((field) => [field, row[field]] as const)
    expect(locatorOf(recordType, Object.fromEntries(shown))).toBe(expected)
  })
  it('of a chapter, and of a page, are a range that holds them and no neighbour', () => {
    const within = ({ from, to }: { from: number; to: number }, locator: number) =>
      from <= locator && locator <= to
    expect(
      [verseLocator(2, 1), verseLocator(2, 286), verseLocator(3, 1), verseLocator(1, 7)].map((each) =>
        within(chapterRange(2), each),
      ),
    ).toEqual([true, true, false, false])
    expect(
      [pageLocator(2, 1), pageLocator(2, 180), pageLocator(3, 1), pageLocator(1, 29)].map((each) =>
        within(pageRange(2), each),
      ),
    ).toEqual([true, true, false, false])
  })
})
