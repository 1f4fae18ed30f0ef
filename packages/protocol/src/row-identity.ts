import type { JsonObject } from './json-object.ts'
import type { KnownRecordType, RecordType, ResourceGroup } from './vocabulary.ts'
import { recordTypes } from './vocabulary.ts'

/**
 * Identity of the rows of a snapshot. The feed names rows by `record_key`, which rows of snapshots do not have. For
 * translations it is documented as the row's `id`. For the other record types this is the most likely rule; it is checked
 * against each row change that arrives.
 */

const known: ReadonlySet<string> = new Set(recordTypes)

export function isKnownRecordType(recordType: RecordType): recordType is KnownRecordType {
  return known.has(recordType)
}

/** Groups of one record type do not name it in their rows. */
const impliedRecordType: Readonly<Record<string, KnownRecordType>> = {
  __proto__: null as never,
  articles: 'article_localization',
  chapter_recitations: 'chapter_audio_file',
  tafsirs: 'tafsir',
  translations: 'translation',
  word_by_word_translations: 'word_translation',
  word_by_word_transliterations: 'word_transliteration',
}

const recordings: readonly KnownRecordType[] = ['audio_file', 'chapter_audio_file']

/** Groups that may mix record types. Their rows name their type, unless one is implied. */
const mixedGroups: Readonly<Record<string, readonly KnownRecordType[]>> = {
  __proto__: null as never,
  chapter_recitations: recordings,
  mushafs: ['mushaf', 'mushaf_page', 'font_asset', 'mushaf_word'],
  quran_core: ['chapter', 'verse', 'juz', 'hizb', 'rub_el_hizb'],
  recitations: recordings,
}

/** The record types that resources of the group may hold. Undefined for a group that this version does not know. */
export function recordTypesIn(group: ResourceGroup): readonly KnownRecordType[] | undefined {
  const implied = impliedRecordType[group]
  return mixedGroups[group] ?? (implied && [implied])
}

/**
 * Returns the record type of a snapshot row: the row's own `record_type`, else the type that its group implies. Rows of a group
 * that this version does not know have the group's name as their type. Undefined if a row of a mixed group names none.
 */
export function recordTypeOf(group: ResourceGroup, row: JsonObject): RecordType | undefined {
  const own = row['record_type']
  if (typeof own === 'string' && own !== '') return own
  return impliedRecordType[group] ?? (group in mixedGroups ? undefined : group)
}

function idText(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * Returns the record key derived from a row: its `id` as text. An article's text without `id` is identified by article and
 * language. Undefined if the row has none of these fields.
 */
export function recordKeyOf(recordType: RecordType, row: JsonObject): string | undefined {
  const id = idText(row['id'])
  if (id !== undefined || recordType !== 'article_localization') return id
  const article = idText(row['article_id'])
  const language = idText(row['language_id']) ?? idText(row['lang'])
  return article !== undefined && language !== undefined ? `${article}:${language}` : undefined
}

/** Record types whose rule for `record_key` is documented; the others count as unconfirmed until a row change agrees. */
export const documentedKeyRules: readonly KnownRecordType[] = ['translation']
