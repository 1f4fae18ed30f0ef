import { describe, expect, test } from 'vitest'
import {
  documentedKeyRules,
  isKnownRecordType,
  recordKeyOf,
  recordTypeOf,
  recordTypesIn,
} from './row-identity.ts'
import { recordTypes, resourceGroups, type KnownResourceGroup, type RecordType } from './vocabulary.ts'

/** The record type of a group's rows that do not name it. A new group does not compile until it is listed here. */
const silent: Readonly<Record<KnownResourceGroup, RecordType | undefined>> = {
  articles: 'article_localization',
  chapter_recitations: 'chapter_audio_file',
  mushafs: undefined,
  quran_core: undefined,
  recitations: undefined,
  tafsirs: 'tafsir',
  translations: 'translation',
  word_by_word_translations: 'word_translation',
  word_by_word_transliterations: 'word_transliteration',
}

describe('record type', () => {
  test.each(resourceGroups)('of a row of %s', (group) => {
    expect(recordTypeOf(group, { id: 1 })).toBe(silent[group])
    for (const unusable of [null, undefined, '', 7, {}, ['tafsir']]) {
      expect(recordTypeOf(group, { id: 1, record_type: unusable })).toBe(silent[group])
    }
    for (const own of [...recordTypes, 'audio_segment']) {
      expect(recordTypeOf(group, { id: 1, record_type: own })).toBe(own)
    }
  })

  test.each(['layers', '__proto__', 'constructor', 'toString'])('of a row of the unknown %s', (group) => {
    expect(recordTypeOf(group, { id: 1 })).toBe(group)
    expect(recordTypeOf(group, { id: 1, record_type: 'verse' })).toBe('verse')
  })

  test('each is held by a group, and each group holds what its silent rows are', () => {
    expect(new Set(resourceGroups.flatMap((group) => recordTypesIn(group)!))).toEqual(new Set(recordTypes))
    for (const group of resourceGroups)
      expect(recordTypesIn(group)).toContain(silent[group] ?? recordTypesIn(group)![0])
    expect(recordTypesIn('translations')).toEqual(['translation'])
    expect(recordTypesIn('constructor')).toBeUndefined()
  })

  test('known and unknown', () => {
    for (const type of recordTypes) expect(isKnownRecordType(type)).toBe(true)
    for (const type of ['audio_segment', '', '__proto__', 'Translation']) {
      expect(isKnownRecordType(type)).toBe(false)
    }
    expect(documentedKeyRules.every(isKnownRecordType)).toBe(true)
  })
})

const ids: readonly [id: unknown, key: string | undefined][] = [
  [85108, '85108'],
  ['85108', '85108'],
  ['a-b', 'a-b'],
  ['\ud800', '\ud800'],
  [0, '0'],
  [-0, '0'],
  [-5, '-5'],
  [Number.MAX_SAFE_INTEGER, '9007199254740991'],
  // Two ids beyond this may read as the same number: better none than the wrong one.
  [2 ** 53, undefined],
  [-(2 ** 53), undefined],
  [1.5, undefined],
  [NaN, undefined],
  [Infinity, undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
  [true, undefined],
  [{}, undefined],
  [[1], undefined],
]

describe.each([...recordTypes, 'audio_segment'])('record key of %s', (recordType) => {
  test.each(ids)('with the id %o is %j', (id, key) => {
    expect(recordKeyOf(recordType, { id })).toBe(key)
    expect(recordKeyOf(recordType, { id, record_key: 'not this', article_id: null })).toBe(key)
  })

  test('without an id', () => {
    const row = { article_id: 12, language_id: 38, lang: 'en' }
    expect(recordKeyOf(recordType, row)).toBe(recordType === 'article_localization' ? '12:38' : undefined)
  })
})

test.each([
  [{ id: 7, article_id: 12, language_id: 38 }, '7'],
  [{ id: null, article_id: 12, language_id: 38 }, '12:38'],
  [{ id: 2 ** 53, article_id: 12, language_id: 38 }, '12:38'],
  [{ article_id: 12, language_id: 38 }, '12:38'],
  [{ article_id: '12', language_id: '38' }, '12:38'],
  [{ article_id: 12, language_id: null, lang: 'en' }, '12:en'],
  [{ article_id: 12, lang: 'en' }, '12:en'],
  [{ article_id: 12, lang: '' }, undefined],
  [{ article_id: 12 }, undefined],
  [{ article_id: 2 ** 53, lang: 'en' }, undefined],
  [{ language_id: 38, lang: 'en' }, undefined],
  [{}, undefined],
])("an article's text %j goes by %j", (row, key) => {
  expect(recordKeyOf('article_localization', row)).toBe(key)
})

test('a __proto__ field gives a row no id', () => {
  const row: unknown = JSON.parse('{"__proto__": {"id": 1}}')
  expect(recordKeyOf('translation', row as { id?: unknown })).toBeUndefined()
})
