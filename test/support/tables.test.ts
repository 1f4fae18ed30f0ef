import { describe, expect, test } from 'vitest'
import { bookkeeping, missing, segmentTable, unreachable, type Tables } from './tables.ts'

type Records = Readonly<Record<string, readonly unknown[]>>

function database(records: Records): Tables {
  return { tables: Object.keys(records), all: <T>(table: string) => (records[table] ?? []) as readonly T[] }
}

/** One resource with a manifest of two segments, and one of a record type without a table of its own. */
const sound: Records = {
  meta: [{ key: 'writer' }],
  subscriptions: [{ filter: 'translations:20' }],
  resources: [
    {
      key: 'translations:20',
      manifests: [
        { id: 'd1', recordType: 'translation' },
        { id: 'd2', recordType: 'new_type' },
      ],
    },
  ],
  manifests: [
    { id: 'd1', segments: [{ id: 1 }, { id: 2 }] },
    { id: 'd2', segments: [{ id: 3 }] },
  ],
  translation: [{ id: 1 }, { id: 2 }],
  other_record: [{ id: 3 }],
  batchCursors: [],
}

test('a sound database lacks nothing and holds nothing in vain; an empty one neither', () => {
  for (const each of [database(sound), database({})])
    expect([missing(each), unreachable(each)]).toEqual([[], []])
})

describe('a reader looks in vain for', () => {
  test('a manifest', () => {
    expect(missing(database({ ...sound, manifests: [{ id: 'd2', segments: [{ id: 3 }] }] }))).toEqual([
      'translations:20 lacks its manifest d1',
    ])
  })

  test('a segment, in the table where it would lie', () => {
    expect(missing(database({ ...sound, translation: [{ id: 2 }], other_record: [] }))).toEqual([
      'translations:20 lacks segment 1 of translation',
      'translations:20 lacks segment 3 of other_record',
    ])
  })
})

describe('no reader reaches', () => {
  test('a manifest that no resource names, nor its segments', () => {
    const manifests = [...sound['manifests']!, { id: 'd9', segments: [{ id: 9 }] }]
    expect(unreachable(database({ ...sound, manifests, tafsir: [{ id: 9 }] }))).toEqual([
      'manifest d9',
      'tafsir {"id":9}',
    ])
  })

  test.each(['batchCursors', 'staged', 'prepared', 'stagings', 'garbage', 'a_later_table'])(
    'a record of %s once the run is over',
    (table) => {
      expect(unreachable(database({ ...sound, [table]: [{ of: 'a run' }] }))).toEqual([
        `${table} {"of":"a run"}`,
      ])
    },
  )
})

test('a record type without a table of its own lies with the others', () => {
  expect(segmentTable(database(sound), 'translation')).toBe('translation')
  expect(segmentTable(database(sound), 'new_type')).toBe('other_record')
})

test('tables of segments are none of the bookkeeping', () => {
  expect(Object.keys(sound).filter((table) => !bookkeeping.has(table))).toEqual([
    'translation',
    'other_record',
  ])
})
