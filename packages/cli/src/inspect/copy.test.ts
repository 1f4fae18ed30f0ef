import type { JsonObject, Mutation, Snapshot } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { copyOf, differencesOf, rowsAt, rowsOf } from './copy.ts'

const snapshotOf = (records: JsonObject[], sequence = 10, group = 'translations'): Snapshot => ({
  resource_group: group,
  resource_id: 20,
  schema_version: 1,
  sync_sequence: sequence,
  records,
})

const change = (sequence: number, type: string, key: string, data: JsonObject | null = null): Mutation => ({
  sequence,
  type,
  resource_group: 'translations',
  resource_id: 20,
  record_type: 'translation',
  record_key: key,
  changed_at: '2026-01-01T00:00:00Z',
  data,
})

describe('what the feed’s changes lead to', () => {
  const copy = {
    ...copyOf(
      snapshotOf([
        { id: 1, text: 'a' },
        { id: 2, text: 'b' },
      ]),
    ),
    changes: [
      change(14, 'ROW_UPDATE', '1', { id: 1, text: 'newest' }),
      change(12, 'ROW_UPDATE', '1', { id: 1, text: 'newer' }),
      change(9, 'ROW_UPDATE', '2', { id: 2, text: 'older than the snapshot' }),
      change(12, 'ROW_UPDATE', '1', { id: 1, text: 'newer' }),
      change(13, 'ROW_DELETE', '2'),
      change(15, 'ROW_CREATE', '3', { id: 3, text: 'c' }),
      change(16, 'RESOURCE_UPDATE', '3'),
    ],
  }
  it.each([
    [10, ['a', 'b']],
    [12, ['newer', 'b']],
    [13, ['newer']],
    [14, ['newest']],
    [16, ['newest', 'c']],
  ])('up to %i', (at, texts) => {
    expect([...rowsAt(copy, at).values()].map((row) => row['text'])).toEqual(texts)
  })
})

describe('differences', () => {
  const rows = (...records: JsonObject[]) => rowsOf(snapshotOf(records))
  const one = { id: 1, text: 'a', foot_notes: [{ id: 1 }] }

  it.each([
    ['none', rows(one), rows({ foot_notes: [{ id: 1 }], text: 'a', id: 1 }), []],
    ['a row that the feed did not tell of', rows(), rows(one), [{ row: 'translation 1', kind: 'missing' }]],
    ['a row whose end the feed did not tell', rows(one), rows(), [{ row: 'translation 1', kind: 'extra' }]],
    [
      'fields',
      rows(one),
      rows({ id: 1, text: 'b', foot_notes: [{ id: 2 }], page_number: 3 }),
      [{ row: 'translation 1', kind: 'other', fields: ['text', 'foot_notes', 'page_number'] }],
    ],
  ])('%s', (_, copy, snapshot, found) => expect(differencesOf(copy, snapshot)).toEqual(found))
})

it('rows without anything to be known by go by their place, and by type where types are mixed', () => {
  const word = { record_type: 'mushaf_word', id: 1 }
  const page = { record_type: 'mushaf_page', id: 1 }
  expect([...rowsOf(snapshotOf([word, page, {}], 1, 'mushafs')).keys()]).toEqual([
    'mushaf_word 1',
    'mushaf_page 1',
    'row #2',
  ])
})
