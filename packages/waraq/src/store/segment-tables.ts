import type { KnownRecordType, RecordType } from '@waraq/protocol'

/**
 * Record types that have a separate table of segments; all others share one. Add no type here: a new table is a new version of
 * the schema, which every open tab of an older version delays, and a separate table brings a type little.
 */
const typesWithTable = [
  'mushaf',
  'mushaf_page',
  'font_asset',
  'mushaf_word',
  'translation',
  'word_translation',
  'word_transliteration',
  'tafsir',
  'audio_file',
  'chapter_audio_file',
  'article_localization',
] as const satisfies readonly KnownRecordType[]
const sharedTable = 'other_record'
export const segmentTables: readonly string[] = [...typesWithTable, sharedTable]

export function segmentTableOf(recordType: RecordType): string {
  return segmentTables.includes(recordType) ? recordType : sharedTable
}

/** The version of the schema as the browser knows it: Dexie stores ten times its own version. */
export const schemaVersion = 10
