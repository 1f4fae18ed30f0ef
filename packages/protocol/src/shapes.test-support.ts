import type * as z from 'zod/mini'
import { CatalogueItem, Chapter } from './catalogue.ts'
import type { JsonObject } from './json-object.ts'
import { FootNote, rowSchemas } from './rows.ts'
import { ContentSyncError, OAuthError, StandardError } from './service-error.ts'
import { Snapshot, SnapshotEnvelope } from './snapshot.ts'
import { Mutation, SyncPage, SyncResponse } from './sync.ts'
import { IssuedToken, RelayedToken } from './token.ts'
import type { KnownRecordType } from './vocabulary.ts'

/** What is known of a field: values that break it besides null and absence, and which of those it takes. */
export interface Field {
  readonly wrong: readonly unknown[]
  readonly takesNull: boolean
  readonly takesAbsence: boolean
}

/** A schema with a documented example of every field, and what is known of each. */
export interface Shape {
  readonly name: string
  readonly schema: z.ZodMiniType
  readonly example: JsonObject
  readonly fields: Readonly<Record<string, Field>>
}

const required = (...wrong: unknown[]): Field => ({ wrong, takesNull: false, takesAbsence: false })
const nullable = ({ wrong }: Field): Field => ({ wrong, takesNull: true, takesAbsence: true })
const optional = ({ wrong }: Field): Field => ({ wrong, takesNull: false, takesAbsence: true })

const unsafe = [2 ** 53, -(2 ** 53), NaN, Infinity]
const integer = required('1', '', true, 1.5, [], {}, [1], ...unsafe)
const from = (least: number) => required(...integer.wrong, least - 1)
const text = required(1, 0, true, [], {}, ['a'])
const word = required(...text.wrong, '')
const flag = required('true', '', 0, 1, {}, [])
const object = required('{}', '', 1, true, [], [{}])
const listOfObjects = required({}, '[]', 1, true, [1], [null], [[]], ['a'], [{}, undefined])
const time = required(
  ...text.wrong,
  '',
  'today',
  '2026-08-01',
  '2026-13-01T10:00:00Z',
  'on 2026-08-01T10:00:00Z',
)
const verseKey = required(
  ...text.wrong,
  '',
  '26',
  '26:',
  '0:1',
  '26:0',
  '26-153',
  '026:153',
  ' 26:153',
  '26:153\n',
)
const header = required(...word.wrong, 'a\nb', ' a', 'a ', 'é', '\ud800')
const anything: Field = { wrong: [], takesNull: true, takesAbsence: true }

export const mutation: JsonObject = {
  sequence: 4711,
  type: 'ROW_UPDATE',
  resource_group: 'translations',
  resource_id: 20,
  resource_content_id: 20,
  record_type: 'translation',
  record_key: '85108',
  source_record_id: 85108,
  changed_at: '2026-08-01T10:11:12.345Z',
  data: { id: 85108, verse_key: '26:153', text: 'They said<sup foot_note=254011>1</sup>' },
  snapshot_url: '/api/v4/resources/snapshots/translations/20',
  unavailable_reason: 'made private',
}

export const page: JsonObject = {
  sync_until_sequence: 4711,
  has_more: true,
  next_page_url: '/api/v4/resources/sync?cursor=abc',
  next_sync_token: 'def',
  mutations: [mutation],
}

const envelope: JsonObject = {
  resource_group: 'translations',
  resource_id: 20,
  resource_content_id: 20,
  schema_version: 1,
  sync_sequence: 4711,
}

const envelopeFields = {
  resource_group: word,
  resource_id: from(1),
  resource_content_id: nullable(integer),
  schema_version: integer,
  sync_sequence: from(0),
}

const translatedName = { name: 'English', language_name: 'english' }
const footNote = {
  id: 254011,
  translation_id: 85108,
  resource_content_id: 20,
  language_id: 38,
  language_name: 'english',
  text: '<i>A note</i>',
}

const bodies: readonly Shape[] = [
  {
    name: 'Mutation',
    schema: Mutation,
    example: mutation,
    fields: {
      sequence: from(0),
      type: word,
      resource_group: word,
      resource_id: from(1),
      resource_content_id: nullable(integer),
      record_type: nullable(word),
      record_key: nullable(text),
      source_record_id: nullable(integer),
      changed_at: time,
      data: nullable(object),
      snapshot_url: nullable(text),
      unavailable_reason: nullable(text),
    },
  },
  {
    name: 'SyncPage',
    schema: SyncPage,
    example: page,
    fields: {
      sync_until_sequence: from(0),
      has_more: flag,
      next_page_url: nullable(text),
      next_sync_token: nullable(text),
      mutations: listOfObjects,
    },
  },
  { name: 'SyncResponse', schema: SyncResponse, example: { sync: page }, fields: { sync: object } },
  { name: 'SnapshotEnvelope', schema: SnapshotEnvelope, example: envelope, fields: envelopeFields },
  {
    name: 'Snapshot',
    schema: Snapshot,
    example: { ...envelope, records: [{ id: 1 }] },
    fields: { ...envelopeFields, records: listOfObjects },
  },
  {
    name: 'StandardError',
    schema: StandardError,
    example: { message: 'Too often', type: 'rate_limit_exceeded', success: false },
    fields: { message: text, type: word, success: required(true, 'false', 0, {}) },
  },
  {
    name: 'ContentSyncError',
    schema: ContentSyncError,
    example: { error: { code: 'resync_required', message: 'Bootstrap again' } },
    fields: { error: object },
  },
  {
    name: 'ContentSyncError.error',
    schema: ContentSyncError.shape.error,
    example: { code: 'resync_required', message: 'Bootstrap again' },
    fields: { code: word, message: optional(text) },
  },
  {
    name: 'OAuthError',
    schema: OAuthError,
    example: { error: 'invalid_client', error_description: 'Unknown client', error_uri: 'https://a.example' },
    fields: { error: word, error_description: optional(text), error_uri: optional(text) },
  },
  {
    name: 'IssuedToken',
    schema: IssuedToken,
    example: { access_token: 'a.b.c', expires_in: 3599, scope: 'content', token_type: 'bearer' },
    fields: {
      access_token: header,
      expires_in: anything,
      scope: optional(text),
      token_type: optional(text),
    },
  },
  {
    name: 'RelayedToken',
    schema: RelayedToken,
    example: { token: 'a.b.c', clientId: 'a client', expiresIn: 3569.5 },
    fields: { token: header, clientId: header, expiresIn: required('1', true, 0, -1, NaN, Infinity, [], {}) },
  },
  {
    name: 'CatalogueItem',
    schema: CatalogueItem,
    example: {
      id: 20,
      name: 'Saheeh International',
      author_name: 'Saheeh International',
      reciter_name: 'Mishari',
      style: { name: 'Murattal' },
      qirat: { name: 'Hafs' },
      slug: 'en-sahih-international',
      language_name: 'english',
      translated_name: translatedName,
    },
    fields: {
      id: integer,
      name: nullable(text),
      author_name: nullable(text),
      reciter_name: nullable(text),
      style: anything,
      qirat: anything,
      slug: nullable(text),
      language_name: nullable(text),
      translated_name: nullable(object),
    },
  },
  {
    name: 'Chapter',
    schema: Chapter,
    example: {
      id: 1,
      revelation_place: 'makkah',
      revelation_order: 5,
      bismillah_pre: false,
      name_simple: 'Al-Fatihah',
      name_complex: 'Al-Fātiĥah',
      name_arabic: 'الفاتحة',
      verses_count: 7,
      pages: [1, 1],
      translated_name: translatedName,
    },
    fields: {
      id: integer,
      revelation_place: nullable(text),
      revelation_order: nullable(integer),
      bismillah_pre: nullable(flag),
      name_simple: text,
      name_complex: nullable(text),
      name_arabic: nullable(text),
      verses_count: integer,
      pages: nullable(required({}, '[1, 1]', 1, ['1'], [1.5], [null])),
      translated_name: nullable(object),
    },
  },
  {
    name: 'FootNote',
    schema: FootNote,
    example: footNote,
    fields: {
      id: integer,
      translation_id: nullable(integer),
      resource_content_id: nullable(integer),
      language_id: nullable(integer),
      language_name: nullable(text),
      text,
    },
  },
]

const verseExample = {
  id: 85108,
  resource_id: 20,
  resource_content_id: 20,
  verse_id: 3085,
  verse_key: '26:153',
  chapter_id: 26,
  verse_number: 153,
  text: 'They said',
  juz_number: 19,
  hizb_number: 38,
  rub_el_hizb_number: 149,
  manzil_number: 5,
  ruku_number: 311,
  surah_ruku_number: 8,
  page_number: 373,
  updated_at: '2026-08-01T10:11:12Z',
}
const verseFields = {
  id: integer,
  resource_id: nullable(integer),
  resource_content_id: nullable(integer),
  verse_id: nullable(integer),
  verse_key: verseKey,
  chapter_id: nullable(integer),
  verse_number: nullable(integer),
  juz_number: nullable(integer),
  hizb_number: nullable(integer),
  rub_el_hizb_number: nullable(integer),
  manzil_number: nullable(integer),
  ruku_number: nullable(integer),
  surah_ruku_number: nullable(integer),
  page_number: nullable(integer),
  updated_at: nullable(text),
}
const wordExample = {
  id: 77,
  resource_content_id: 60,
  resource_id: 60,
  word_id: 12,
  language_id: 38,
  language_name: 'english',
  text: "bis'mi",
  updated_at: '2026-08-01T10:11:12Z',
}
const wordFields = {
  id: integer,
  resource_content_id: nullable(integer),
  resource_id: nullable(integer),
  word_id: integer,
  language_id: nullable(integer),
  language_name: nullable(text),
  text: nullable(text),
  updated_at: nullable(text),
}

/** A part of the whole text, by the record type that names it. */
const part = (type: string): Pick<Shape, 'example' | 'fields'> => ({
  example: {
    id: 2,
    record_type: type,
    [`${type}_number`]: 2,
    verse_mapping: { 2: '142-252' },
    first_verse_id: 149,
    last_verse_id: 259,
    verses_count: 111,
    updated_at: '2026-08-01T10:11:12Z',
  },
  fields: {
    id: integer,
    record_type: nullable(text),
    [`${type}_number`]: integer,
    verse_mapping: nullable(required(...object.wrong, { 2: 1 }, { 2: null })),
    first_verse_id: nullable(integer),
    last_verse_id: nullable(integer),
    verses_count: nullable(integer),
    updated_at: nullable(text),
  },
})

const rows: Readonly<Record<KnownRecordType, Pick<Shape, 'example' | 'fields'>>> = {
  translation: {
    example: { ...verseExample, foot_notes: [footNote], language_id: 38, language_name: 'english' },
    fields: {
      ...verseFields,
      text,
      foot_notes: nullable(listOfObjects),
      language_id: nullable(integer),
      language_name: nullable(text),
    },
  },
  tafsir: {
    example: {
      ...verseExample,
      group_tafsir_id: 9,
      group_verse_key_from: '104:1',
      group_verse_key_to: '105:5',
      group_verses_count: 14,
      start_verse_id: 6180,
      end_verse_id: 6193,
    },
    fields: {
      ...verseFields,
      text: nullable(text),
      group_tafsir_id: nullable(integer),
      group_verse_key_from: nullable(verseKey),
      group_verse_key_to: nullable(verseKey),
      group_verses_count: nullable(integer),
      start_verse_id: nullable(integer),
      end_verse_id: nullable(integer),
    },
  },
  word_translation: {
    example: { ...wordExample, priority: 3 },
    fields: { ...wordFields, priority: nullable(integer) },
  },
  word_transliteration: { example: wordExample, fields: wordFields },
  mushaf: {
    example: {
      id: 1,
      record_type: 'mushaf',
      resource_content_id: 900,
      name: 'QCF V2',
      description: 'The glyphs of the second edition',
      pages_count: 604,
      lines_per_page: 15,
      default_font_name: 'v2',
      mapping_mode: 'page',
      qirat: { id: 1, name: 'Hafs' },
    },
    fields: {
      id: integer,
      record_type: nullable(text),
      resource_content_id: nullable(integer),
      name: nullable(text),
      description: nullable(text),
      pages_count: nullable(integer),
      lines_per_page: nullable(integer),
      default_font_name: nullable(text),
      mapping_mode: nullable(text),
      qirat: nullable(object),
    },
  },
  mushaf_page: {
    example: {
      id: 2,
      record_type: 'mushaf_page',
      mushaf_id: 1,
      page_number: 2,
      first_verse_id: 8,
      last_verse_id: 12,
      first_word_id: 30,
      last_word_id: 90,
      verses_count: 5,
      verse_mapping: { 2: '1-5' },
      updated_at: '2026-08-01T10:11:12Z',
    },
    fields: {
      id: integer,
      record_type: nullable(text),
      mushaf_id: nullable(integer),
      page_number: integer,
      first_verse_id: nullable(integer),
      last_verse_id: nullable(integer),
      first_word_id: nullable(integer),
      last_word_id: nullable(integer),
      verses_count: nullable(integer),
      verse_mapping: nullable(required(...object.wrong, { 2: 1 }, { 2: null })),
      updated_at: nullable(text),
    },
  },
  mushaf_word: {
    example: {
      id: 30,
      record_type: 'mushaf_word',
      mushaf_id: 1,
      word_id: 30,
      verse_id: 8,
      source_verse_id: 8,
      text: '\ufc41',
      char_type_id: 1,
      char_type_name: 'word',
      page_number: 2,
      line_number: 3,
      position_in_verse: 1,
      position_in_line: 1,
      position_in_page: 1,
      css_class: 'p2',
      css_style: '',
    },
    fields: {
      id: integer,
      record_type: nullable(text),
      mushaf_id: nullable(integer),
      word_id: nullable(integer),
      verse_id: nullable(integer),
      source_verse_id: nullable(integer),
      text: nullable(text),
      char_type_id: nullable(integer),
      char_type_name: nullable(text),
      page_number: nullable(integer),
      line_number: nullable(integer),
      position_in_verse: nullable(integer),
      position_in_line: nullable(integer),
      position_in_page: nullable(integer),
      css_class: nullable(text),
      css_style: nullable(text),
    },
  },
  font_asset: {
    example: {
      id: 1,
      record_type: 'font_asset',
      asset_key: 'v2-p2',
      mushaf_id: 1,
      page_number: 2,
      font_family: 'p2-v2',
      format: 'woff2',
      mime_type: 'font/woff2',
      url: 'https://fonts.example/v2/p2.woff2',
      sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      byte_size: 20_480,
      version: '1',
      provider: 'A provider',
      license_name: 'A license',
      license_url: 'https://fonts.example/license',
      attribution: 'Made by a provider',
      updated_at: '2026-08-01T10:11:12Z',
    },
    fields: {
      id: integer,
      record_type: nullable(text),
      asset_key: nullable(text),
      mushaf_id: nullable(integer),
      page_number: nullable(integer),
      font_family: nullable(text),
      format: nullable(text),
      mime_type: nullable(text),
      url: nullable(text),
      sha256: nullable(text),
      byte_size: nullable(integer),
      version: nullable(text),
      provider: nullable(text),
      license_name: nullable(text),
      license_url: nullable(text),
      attribution: nullable(text),
      updated_at: nullable(text),
    },
  },
  chapter: {
    example: {
      id: 2,
      record_type: 'chapter',
      chapter_number: 2,
      revelation_place: 'madinah',
      revelation_order: 87,
      bismillah_pre: true,
      name_simple: 'Al-Baqarah',
      name_complex: 'Al-Baqarah',
      name_arabic: 'البقرة',
      verses_count: 286,
      rukus_count: 40,
      hizbs_count: 5,
      rub_el_hizbs_count: 19,
      updated_at: '2026-08-01T10:11:12Z',
    },
    fields: {
      id: integer,
      record_type: nullable(text),
      chapter_number: integer,
      revelation_place: nullable(text),
      revelation_order: nullable(integer),
      bismillah_pre: nullable(flag),
      name_simple: nullable(text),
      name_complex: nullable(text),
      name_arabic: nullable(text),
      verses_count: nullable(integer),
      rukus_count: nullable(integer),
      hizbs_count: nullable(integer),
      rub_el_hizbs_count: nullable(integer),
      updated_at: nullable(text),
    },
  },
  verse: {
    example: {
      id: 1160,
      record_type: 'verse',
      chapter_id: 7,
      verse_number: 206,
      verse_index: 1160,
      verse_key: '7:206',
      text_uthmani: 'إِنَّ ٱلَّذِينَ',
      juz_number: 9,
      hizb_number: 18,
      rub_el_hizb_number: 70,
      ruku_number: 129,
      surah_ruku_number: 24,
      manzil_number: 2,
      sajdah_type: 'recommended',
      sajdah_number: 1,
      words_count: 11,
      updated_at: '2026-08-01T10:11:12Z',
    },
    fields: {
      id: integer,
      record_type: nullable(text),
      chapter_id: nullable(integer),
      verse_number: nullable(integer),
      verse_index: nullable(integer),
      verse_key: verseKey,
      text_uthmani: text,
      juz_number: nullable(integer),
      hizb_number: nullable(integer),
      rub_el_hizb_number: nullable(integer),
      ruku_number: nullable(integer),
      surah_ruku_number: nullable(integer),
      manzil_number: nullable(integer),
      sajdah_type: nullable(text),
      sajdah_number: nullable(integer),
      words_count: nullable(integer),
      updated_at: nullable(text),
    },
  },
  juz: part('juz'),
  hizb: part('hizb'),
  rub_el_hizb: part('rub_el_hizb'),
  audio_file: {
    example: {
      id: 5,
      record_type: 'audio_file',
      recitation_id: 7,
      verse_key: '1:1',
      url: 'Alafasy/mp3/001001.mp3',
      segments: [[0, 1, 0, 630]],
    },
    fields: {
      id: integer,
      record_type: nullable(text),
      recitation_id: nullable(integer),
      verse_key: verseKey,
      url: nullable(text),
      segments: anything,
    },
  },
  chapter_audio_file: {
    example: {
      id: 43,
      record_type: 'chapter_audio_file',
      audio_recitation_id: 7,
      chapter_id: 22,
      audio_url: 'https://audio.example/022.mp3',
    },
    fields: {
      id: integer,
      record_type: nullable(text),
      audio_recitation_id: nullable(integer),
      chapter_id: integer,
      audio_url: nullable(text),
    },
  },
  article_localization: {
    example: { id: 3, article_id: 12, language_id: 38, lang: 'en', title: 'A title', text: '<p>Text</p>' },
    fields: {
      id: nullable(integer),
      article_id: nullable(integer),
      language_id: nullable(integer),
      lang: nullable(text),
      title: nullable(text),
      text: nullable(text),
    },
  },
}

/** Every body and every row. */
export const shapes: readonly Shape[] = [
  ...bodies,
  ...Object.entries(rows).map(([type, shape]) => ({
    ...shape,
    name: type,
    schema: rowSchemas[type as KnownRecordType],
  })),
]
