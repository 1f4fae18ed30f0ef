import { describe, expect, test } from 'vitest'
import type { JsonObject } from './json-object.ts'
import { unfitField } from './row-check.ts'
import { rowSchemas } from './rows.ts'
import { recordTypes } from './vocabulary.ts'

/** A row of each type that has just what its schema requires. */
const least: Record<(typeof recordTypes)[number], JsonObject> = {
  mushaf: { id: 1 },
  mushaf_page: { id: 1, page_number: 1 },
  font_asset: { id: 1 },
  mushaf_word: { id: 1 },
  translation: { id: 1, verse_key: '1:1', text: '' },
  word_translation: { id: 1, word_id: 1 },
  word_transliteration: { id: 1, word_id: 1 },
  tafsir: { id: 1, verse_key: '1:1' },
  audio_file: { id: 1, verse_key: '1:1' },
  chapter_audio_file: { id: 1, chapter_id: 1 },
  article_localization: {},
  chapter: { id: 1, chapter_number: 1 },
  verse: { id: 1, verse_key: '1:1', text_uthmani: '' },
  juz: { id: 1, juz_number: 1 },
  hizb: { id: 1, hizb_number: 1 },
  rub_el_hizb: { id: 1, rub_el_hizb_number: 1 },
}

describe('a row is fit to be read', () => {
  test.each(recordTypes)('just where the schema of %s finds its required fields', (type) => {
    const row = least[type]
    expect(rowSchemas[type].safeParse(row).success).toBe(true)
    expect(unfitField(type, row)).toBeUndefined()
    for (const field of Object.keys(row).filter((name) => name !== 'id')) {
      const { [field]: _, ...without } = row
      for (const broken of [
        without,
        ...[null, {}, [], '', 1.5, 2 ** 53, 'x'].map((value) => ({ ...row, [field]: value })),
      ]) {
        const fit = rowSchemas[type].safeParse(broken).success
        expect([type, broken, unfitField(type, broken)]).toEqual([type, broken, fit ? undefined : field])
      }
    }
  })

  test('with any further fields, and of any form where its type is unknown', () => {
    expect(unfitField('translation', { verse_key: '2:255', text: 'x', page_number: 'odd' })).toBeUndefined()
    for (const type of ['audio_segment', '__proto__', 'constructor'])
      expect(unfitField(type, {})).toBeUndefined()
  })
})
