import type { Mutation } from '@waraq/protocol'
import { expect, it } from 'vitest'
import { keyRules, rulesInWords } from './key-rules.ts'

const change = (recordType: string | null, key: string | null, data: Mutation['data']): Mutation => ({
  sequence: 1,
  type: data ? 'ROW_UPDATE' : 'ROW_DELETE',
  resource_group: 'translations',
  resource_id: 20,
  record_type: recordType,
  record_key: key,
  changed_at: '2026-01-01T00:00:00Z',
  data,
})

const verse = (key: string, id: number) => change('translation', key, { id, verse_id: 7, verse_key: '1:7' })

it.each([
  ['nothing', [], ''],
  ['what has no row or no key', [change('translation', '1', null), change(null, null, { id: 1 })], ''],
  ['the id', [verse('1', 1), verse('2', 2)], 'the row’s id (translation)'],
  ['another field', [verse('1:7', 1), verse('1:7', 2)], 'the row’s verse_key (translation)'],
  [
    'the id by chance',
    [verse('7', 7), verse('7', 8)],
    'the row’s verse_id, in 1 of 2 changes the row’s id (translation)',
  ],
  ['no field', [verse('x', 1)], 'no field of the row (translation)'],
  ['one field and another', [verse('1:7', 1), verse('7', 2)], 'no field of the row (translation)'],
  [
    'an article without id',
    [change('article_localization', '3:38', { article_id: 3, language_id: 38 })],
    'article and language (article_localization)',
  ],
  [
    'several types',
    [change('tafsir', '5', { id: 5 }), verse('1', 1), change('mushaf_word', '9', { id: 1, word_id: 9 })],
    'the row’s word_id (mushaf_word); the row’s id (tafsir, translation)',
  ],
] as const)('%s', (_, changes, words) => expect(rulesInWords(keyRules(changes))).toBe(words))
