import type { JsonObject, KnownRecordType, RecordType } from '@waraq/contract'

/**
 * What readers look rows up by: a place in the book, a word, a language. Derived from a row, never stored in it.
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

const rules: Record<KnownRecordType, (row: JsonObject) => Locator | null> = {
  translation: verseOf,
  tafsir: verseOf,
  audio_file: verseOf,
  word_translation: (row) => whole(row['word_id']),
  word_transliteration: (row) => whole(row['word_id']),
  mushaf: (row) => whole(row['id']),
  mushaf_page: (row) => whole(row['page_number']),
  mushaf_word: pagePositionOf,
  font_asset: (row) => whole(row['id']),
  chapter_audio_file: (row) => whole(row['chapter_id']),
  article_localization: languageOf,
}

const ruleOf = new Map<string, (row: JsonObject) => Locator | null>(Object.entries(rules))

/** The locator of a row, or null where its type has no rule or the row lacks the fields. */
export function locatorOf(recordType: RecordType, row: JsonObject): Locator | null {
  const rule = ruleOf.get(recordType)
  return rule ? rule(row) : whole(row['id'])
}

/** Orders locators: numbers, then strings by code unit, then rows that have none. */
export function compareLocators(a: Locator | null, b: Locator | null): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  if (typeof a === typeof b) return a < b ? -1 : 1
  return typeof a === 'number' ? -1 : 1
}
