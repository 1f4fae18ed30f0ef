import type { JsonObject } from './json-object.ts'
import type { KnownRecordType, RecordType } from './vocabulary.ts'

/**
 * The quick check of rows before they are stored. It covers only the fields that the row schemas require, because readers need
 * them. It is written by hand: a schema costs about fifty times as much, and a mushaf has 84,000 rows. A test compares it with
 * the schemas.
 */
type Check = (value: unknown) => boolean

const whole: Check = (value) => Number.isSafeInteger(value)
const text: Check = (value) => typeof value === 'string'
const verseKey: Check = (value) =>
  typeof value === 'string' && /^[1-9][0-9]{0,2}:[1-9][0-9]{0,2}$/.test(value)

const verse = [['verse_key', verseKey]] as const
const word = [['word_id', whole]] as const

const required: Record<KnownRecordType, readonly (readonly [field: string, check: Check])[]> = {
  mushaf: [],
  mushaf_page: [['page_number', whole]],
  font_asset: [],
  mushaf_word: [],
  translation: [...verse, ['text', text]],
  word_translation: word,
  word_transliteration: word,
  tafsir: verse,
  audio_file: verse,
  chapter_audio_file: [['chapter_id', whole]],
  article_localization: [],
  chapter: [['chapter_number', whole]],
  verse: [...verse, ['text_uthmani', text]],
  juz: [['juz_number', whole]],
  hizb: [['hizb_number', whole]],
  rub_el_hizb: [['rub_el_hizb_number', whole]],
}

const checks = new Map<string, (typeof required)[KnownRecordType]>(Object.entries(required))

/**
 * Returns the first field that readers need and that is missing or of the wrong kind; undefined if the row can be read. Rows of
 * unknown types always pass.
 */
export function unfitField(recordType: RecordType, row: JsonObject): string | undefined {
  const fields = checks.get(recordType)
  if (fields === undefined) return undefined
  for (const [field, check] of fields) if (!check(row[field])) return field
  return undefined
}
