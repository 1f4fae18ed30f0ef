import { describe, expect, it } from 'vitest'
import { fc } from '../sync/schedule/support.test-support.ts'
import { decodeRows, encodeRows } from './row-table.ts'

function text(rows: readonly Record<string, unknown>[]): string {
  return new TextDecoder().decode(encodeRows(rows))
}

function back(rows: readonly Record<string, unknown>[]): unknown[] {
  const table = decodeRows(encodeRows(rows))!
  expect(table.count).toBe(rows.length)
  return rows.map((_, index) => table.row(index))
}

describe('rows of one shape', () => {
  it('name their fields once', () => {
    const rows = [
      { id: 1, text: 'بِسْمِ', tags: ['a', { b: null }] },
      { id: 2, text: '', tags: [] },
    ]
    expect(text(rows)).toBe('{"fields":["id","text","tags"],"values":[1,"بِسْمِ",["a",{"b":null}],2,"",[]]}')
    expect(back(rows)).toEqual(rows)
  })
  it("come back as their reader's own", () => {
    const table = decodeRows(encodeRows([{ id: 1, tags: ['a'] }]))!
    const row = table.row(0) as { id: number; tags: string[] }
    row.id = 2
    row.tags.push('b')
    expect(table.row(0)).toEqual({ id: 1, tags: ['a'] })
  })
})

describe('a look at some fields of many rows', () => {
  it.each([
    [
      'of one shape',
      [
        { id: 1, verse_key: '1:1', text: 'a' },
        { id: 2, verse_key: '1:2', text: 'b' },
      ],
    ],
    [
      'of several',
      [
        { id: 1, verse_key: '1:1' },
        { verse_key: '1:2', id: 2, text: 'b' },
      ],
    ],
  ])('%s has these and lacks what is not there', (_, rows) => {
    const fieldsOf = decodeRows(encodeRows(rows))!.fieldReader(['verse_key', 'id', 'absent'])
    for (const [index, { id, verse_key }] of rows.entries())
      expect(fieldsOf(index)).toMatchObject({ id, verse_key })
    expect(fieldsOf(0)).not.toHaveProperty('absent')
  })
})

describe('other rows are a list', () => {
  it('none at all, too', () => {
    expect(text([])).toBe('[]')
    expect(back([])).toEqual([])
  })
  it.each([
    ['of other fields', [{ id: 1 }, { key: 2 }]],
    ['with more of them', [{ id: 1 }, { id: 2, text: '' }]],
    ['with fewer of them', [{ id: 1, text: '' }, { id: 2 }]],
    [
      'in another order',
      [
        { id: 1, text: '' },
        { text: '', id: 2 },
      ],
    ],
    ['without any', [{}, {}]],
    ['with a field that would change what the row is', [JSON.parse('{"__proto__":{"x":1}}') as object]],
  ])('%s', (_, rows) => {
    expect(text(rows as Record<string, unknown>[])).toBe(JSON.stringify(rows))
    expect(JSON.stringify(back(rows as Record<string, unknown>[]))).toBe(JSON.stringify(rows))
  })
})

it('any rows come back to the letter, in the order of their fields', () => {
  const value = fc.jsonValue({ maxDepth: 2 })
  const name = fc.oneof(fc.constantFrom('id', 'text', '__proto__', 'constructor', '1', ''), fc.string())
  const alike = fc.uniqueArray(name, { minLength: 1, maxLength: 5 }).chain((names) =>
    fc.array(fc.tuple(...names.map(() => value)), { maxLength: 4 }).map((lists) =>
      lists.map((values) => {
        const members = names.map(
          (field, index) => `${JSON.stringify(field)}:${JSON.stringify(values[index])}`,
        )
        return JSON.parse(`{${members.join(',')}}`) as Record<string, unknown>
      }),
    ),
  )
  const mixed = fc.array(fc.dictionary(name, value), { maxLength: 4 })
  fc.assert(
    fc.property(fc.oneof(alike, mixed), (rows) => {
      if (rows.length > 0) expect(JSON.stringify(back(rows))).toBe(JSON.stringify(rows))
    }),
    { numRuns: 800, seed: 20_260_803 },
  )
})
