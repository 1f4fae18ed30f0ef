import * as z from 'zod/mini'
import { list, nullish } from './json.ts'
import { isJsonObject } from './json-object.ts'
import type { KnownRecordType } from './vocabulary.ts'

/**
 * The rows of the record types, as far as known from documentation and live observation. All are open: unknown fields are kept.
 * Only the fields that define the type are required. Fields that the service documents as nullable may be null or missing: a
 * row without its place or its text is still a row.
 */
const id = z.int()
const text = z.string()
/** `chapter:verse`, such as `26:153`. */
const verseKey = /* @__PURE__ */ z.string().check(z.regex(/^[1-9][0-9]{0,2}:[1-9][0-9]{0,2}$/))

/** An object of texts, passed on by reference. */
const textByKey = z.custom<Record<string, string>>(
  (value) => isJsonObject(value) && Object.values(value).every((item) => typeof item === 'string'),
  'Expected an object of texts',
)

const verseFields = {
  id,
  resource_id: nullish(z.int()),
  resource_content_id: nullish(z.int()),
  verse_id: nullish(z.int()),
  verse_key: verseKey,
  chapter_id: nullish(z.int()),
  verse_number: nullish(z.int()),
  juz_number: nullish(z.int()),
  hizb_number: nullish(z.int()),
  rub_el_hizb_number: nullish(z.int()),
  manzil_number: nullish(z.int()),
  ruku_number: nullish(z.int()),
  surah_ruku_number: nullish(z.int()),
  page_number: nullish(z.int()),
  updated_at: nullish(z.string()),
}

export const FootNote = z.looseObject({
  id,
  translation_id: nullish(z.int()),
  resource_content_id: nullish(z.int()),
  language_id: nullish(z.int()),
  language_name: nullish(z.string()),
  /** HTML. */
  text,
})
export type FootNote = z.infer<typeof FootNote>

export const TranslationRow = z.looseObject({
  ...verseFields,
  /** HTML; a footnote is marked by `<sup foot_note=ID>`. */
  text,
  foot_notes: nullish(list(FootNote)),
  language_id: nullish(z.int()),
  language_name: nullish(z.string()),
})
export type TranslationRow = z.infer<typeof TranslationRow>

export const TafsirRow = z.looseObject({
  ...verseFields,
  /** HTML. Empty if the verse shares the text of the first row of its group. */
  text: nullish(text),
  group_tafsir_id: nullish(z.int()),
  group_verse_key_from: nullish(verseKey),
  group_verse_key_to: nullish(verseKey),
  group_verses_count: nullish(z.int()),
  start_verse_id: nullish(z.int()),
  end_verse_id: nullish(z.int()),
})
export type TafsirRow = z.infer<typeof TafsirRow>

const wordFields = {
  id,
  resource_content_id: nullish(z.int()),
  resource_id: nullish(z.int()),
  /** The word that the row belongs to. */
  word_id: z.int(),
  language_id: nullish(z.int()),
  language_name: nullish(z.string()),
  text: nullish(text),
  updated_at: nullish(z.string()),
}

export const WordTranslationRow = z.looseObject({ ...wordFields, priority: nullish(z.int()) })
export type WordTranslationRow = z.infer<typeof WordTranslationRow>

export const WordTransliterationRow = z.looseObject(wordFields)
export type WordTransliterationRow = z.infer<typeof WordTransliterationRow>

export const MushafRow = z.looseObject({
  id,
  record_type: nullish(z.string()),
  resource_content_id: nullish(z.int()),
  name: nullish(text),
  description: nullish(text),
  pages_count: nullish(z.int()),
  lines_per_page: nullish(z.int()),
  default_font_name: nullish(text),
  mapping_mode: nullish(text),
  qirat: nullish(z.looseObject({ id: nullish(z.int()), name: nullish(text) })),
})
export type MushafRow = z.infer<typeof MushafRow>

export const MushafPageRow = z.looseObject({
  id,
  record_type: nullish(z.string()),
  mushaf_id: nullish(z.int()),
  page_number: z.int(),
  first_verse_id: nullish(z.int()),
  last_verse_id: nullish(z.int()),
  first_word_id: nullish(z.int()),
  last_word_id: nullish(z.int()),
  verses_count: nullish(z.int()),
  /** Chapter number to verse range: `{"2": "1-5"}`. */
  verse_mapping: nullish(textByKey),
  updated_at: nullish(z.string()),
})
export type MushafPageRow = z.infer<typeof MushafPageRow>

export const MushafWordRow = z.looseObject({
  id,
  record_type: nullish(z.string()),
  mushaf_id: nullish(z.int()),
  word_id: nullish(z.int()),
  verse_id: nullish(z.int()),
  source_verse_id: nullish(z.int()),
  /** Often a private-use character of the mushaf's own font. */
  text: nullish(text),
  char_type_id: nullish(z.int()),
  /** `word` or `end` among others. */
  char_type_name: nullish(text),
  /** Null, like the positions, if the word has no place on a page. */
  page_number: nullish(z.int()),
  line_number: nullish(z.int()),
  position_in_verse: nullish(z.int()),
  /** Not the reading order on every page; `position_in_page` is. */
  position_in_line: nullish(z.int()),
  position_in_page: nullish(z.int()),
  css_class: nullish(text),
  css_style: nullish(text),
})
export type MushafWordRow = z.infer<typeof MushafWordRow>

/** A font file for all words of a mushaf, or for those of one page. */
export const FontAssetRow = z.looseObject({
  id,
  record_type: nullish(z.string()),
  asset_key: nullish(text),
  mushaf_id: nullish(z.int()),
  /** Null: for the entire mushaf. */
  page_number: nullish(z.int()),
  font_family: nullish(text),
  /** Such as `woff2`. */
  format: nullish(text),
  mime_type: nullish(text),
  url: nullish(text),
  /** Hash of the file, in hexadecimal. */
  sha256: nullish(text),
  byte_size: nullish(z.int()),
  version: nullish(text),
  provider: nullish(text),
  license_name: nullish(text),
  license_url: nullish(text),
  attribution: nullish(text),
  updated_at: nullish(z.string()),
})
export type FontAssetRow = z.infer<typeof FontAssetRow>

export const AudioFileRow = z.looseObject({
  id,
  record_type: nullish(z.string()),
  recitation_id: nullish(z.int()),
  verse_key: verseKey,
  url: nullish(text),
  segments: nullish(z.unknown()),
})
export type AudioFileRow = z.infer<typeof AudioFileRow>

export const ChapterAudioFileRow = z.looseObject({
  id,
  record_type: nullish(z.string()),
  audio_recitation_id: nullish(z.int()),
  chapter_id: z.int(),
  audio_url: nullish(text),
})
export type ChapterAudioFileRow = z.infer<typeof ChapterAudioFileRow>

export const ArticleLocalizationRow = z.looseObject({
  id: nullish(z.int()),
  article_id: nullish(z.int()),
  language_id: nullish(z.int()),
  lang: nullish(text),
  title: nullish(text),
  /** HTML. */
  text: nullish(text),
})
export type ArticleLocalizationRow = z.infer<typeof ArticleLocalizationRow>

export const ChapterRow = z.looseObject({
  id,
  record_type: nullish(z.string()),
  chapter_number: z.int(),
  /** `makkah` or `madinah`. */
  revelation_place: nullish(text),
  revelation_order: nullish(z.int()),
  /** Whether the opening formula stands above its first verse. */
  bismillah_pre: nullish(z.boolean()),
  name_simple: nullish(text),
  name_complex: nullish(text),
  name_arabic: nullish(text),
  verses_count: nullish(z.int()),
  rukus_count: nullish(z.int()),
  hizbs_count: nullish(z.int()),
  rub_el_hizbs_count: nullish(z.int()),
  updated_at: nullish(z.string()),
})
export type ChapterRow = z.infer<typeof ChapterRow>

export const VerseRow = z.looseObject({
  id,
  record_type: nullish(z.string()),
  chapter_id: nullish(z.int()),
  verse_number: nullish(z.int()),
  /** Number in the entire text, 1 to 6236. */
  verse_index: nullish(z.int()),
  verse_key: verseKey,
  /** Arabic, plain text. */
  text_uthmani: text,
  juz_number: nullish(z.int()),
  hizb_number: nullish(z.int()),
  rub_el_hizb_number: nullish(z.int()),
  ruku_number: nullish(z.int()),
  surah_ruku_number: nullish(z.int()),
  manzil_number: nullish(z.int()),
  sajdah_type: nullish(text),
  sajdah_number: nullish(z.int()),
  words_count: nullish(z.int()),
  updated_at: nullish(z.string()),
})
export type VerseRow = z.infer<typeof VerseRow>

const partFields = {
  id,
  record_type: nullish(z.string()),
  /** Chapter number to verse range: `{"2": "142-252"}`. */
  verse_mapping: nullish(textByKey),
  first_verse_id: nullish(z.int()),
  last_verse_id: nullish(z.int()),
  verses_count: nullish(z.int()),
  updated_at: nullish(z.string()),
}

export const JuzRow = z.looseObject({ ...partFields, juz_number: z.int() })
export type JuzRow = z.infer<typeof JuzRow>

export const HizbRow = z.looseObject({ ...partFields, hizb_number: z.int() })
export type HizbRow = z.infer<typeof HizbRow>

export const RubElHizbRow = z.looseObject({ ...partFields, rub_el_hizb_number: z.int() })
export type RubElHizbRow = z.infer<typeof RubElHizbRow>

/** Row schema by record type. A new record type of the vocabulary does not compile until it has one. */
export const rowSchemas = {
  mushaf: MushafRow,
  mushaf_page: MushafPageRow,
  font_asset: FontAssetRow,
  mushaf_word: MushafWordRow,
  translation: TranslationRow,
  word_translation: WordTranslationRow,
  word_transliteration: WordTransliterationRow,
  tafsir: TafsirRow,
  audio_file: AudioFileRow,
  chapter_audio_file: ChapterAudioFileRow,
  article_localization: ArticleLocalizationRow,
  chapter: ChapterRow,
  verse: VerseRow,
  juz: JuzRow,
  hizb: HizbRow,
  rub_el_hizb: RubElHizbRow,
} as const satisfies Record<KnownRecordType, z.ZodMiniType>

/** The row of a record type: `RowOf<'translation'>`. */
export type RowOf<Type extends KnownRecordType> = z.infer<(typeof rowSchemas)[Type]>
