import type { JsonObject } from './json-object.ts'
import type { KnownRecordType, RecordType } from './vocabulary.ts'

/**
 * The key by which readers look up rows: a place in the book, a word, a language. Derived from a row, never stored in it.
 * Numbers sort before strings.
 */
export type Locator = number | string

/** Place of a verse: chapter 2, verse 255 is 2255. */
export function verseLocator(chapter: number, verse: number): number {
  return chapter * 1000 + verse
}

/** Place of a word on a mushaf page, in reading order. */
export function pageLocator(page: number, position: number): number {
  return page * 1000 + position
}

/** All locators of one chapter's verses. */
export function chapterRange(chapter: number): { from: number; to: number } {
  return { from: verseLocator(chapter, 0), to: verseLocator(chapter, 999) }
}

/** All locators of one page's words. */
export function pageRange(page: number): { from: number; to: number } {
  return { from: pageLocator(page, 0), to: pageLocator(page, 999) }
}

/** Place of a font that belongs to an entire mushaf instead of one page. Sorts after the places of all pages. */
export const wholeMushaf = 'mushaf'

function whole(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null
}

function verseOf(row: JsonObject): Locator | null {
  const match = /^(\d{1,3}):(\d{1,3})$/.exec(String(row['verse_key']))
  return match ? verseLocator(Number(match[1]), Number(match[2])) : null
}

function pagePositionOf(row: JsonObject): Locator | null {
  const page = whole(row['page_number'])
  const position = whole(row['position_in_page'])
  return page === null || position === null ? null : pageLocator(page, position)
}

function languageOf(row: JsonObject): Locator | null {
  const lang = row['lang']
  return typeof lang === 'string' && lang !== '' ? lang : whole(row['language_id'])
}

interface Rule {
  /** The fields that the locator is made of. */
  readonly fields: readonly string[]
  readonly of: (row: JsonObject) => Locator | null
}

function wholeField(field: string): Rule {
  return { fields: [field], of: (row) => whole(row[field]) }
}

const byVerse: Rule = { fields: ['verse_key'], of: verseOf }

/** Rules of the record types of the contract, and of the additional types that a service sends and readers look up. */
const rules: Record<KnownRecordType | 'audio_segment', Rule> = {
  translation: byVerse,
  tafsir: byVerse,
  audio_file: byVerse,
  audio_segment: byVerse,
  word_translation: wholeField('word_id'),
  word_transliteration: wholeField('word_id'),
  mushaf: wholeField('id'),
  mushaf_page: wholeField('page_number'),
  mushaf_word: { fields: ['page_number', 'position_in_page'], of: pagePositionOf },
  font_asset: { fields: ['page_number'], of: (row) => whole(row['page_number']) ?? wholeMushaf },
  chapter_audio_file: wholeField('chapter_id'),
  article_localization: { fields: ['lang', 'language_id'], of: languageOf },
  chapter: wholeField('chapter_number'),
  verse: byVerse,
  juz: wholeField('juz_number'),
  hizb: wholeField('hizb_number'),
  rub_el_hizb: wholeField('rub_el_hizb_number'),
}

const ruleOf = new Map<string, Rule>(Object.entries(rules))
const otherwise = wholeField('id')

/** The fields that the locator of such a row is made of. */
export function locatorFields(recordType: RecordType): readonly string[] {
  return (ruleOf.get(recordType) ?? otherwise).fields
}

/** Returns the locator of a row; null if the row lacks the fields. Types without a rule use their `id`. */
export function locatorOf(recordType: RecordType, row: JsonObject): Locator | null {
  return (ruleOf.get(recordType) ?? otherwise).of(row)
}
