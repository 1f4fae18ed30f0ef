import { describe, expect, test } from 'vitest'
import { ChaptersResponse } from '../catalogue.ts'
import type { JsonObject } from '../json-object.ts'
import { rowSchemas } from '../rows.ts'
import { mutation, page } from '../shapes.test-support.ts'
import { Snapshot } from '../snapshot.ts'
import { Mutation, SyncResponse } from '../sync.ts'

/** Bodies that only a broken or hostile server sends. */

const envelope = { resource_group: 'mushafs', resource_id: 1, schema_version: 1, sync_sequence: 1 }
const withText = (value: unknown, place: string, text: string) =>
  JSON.parse(JSON.stringify(value).replace(JSON.stringify(place), text)) as JsonObject

describe('data and records are handed on by reference', () => {
  const text = '{"z":1,"__proto__":{"id":1},"constructor":null,"2":"b","1":"a","deep":[{"__proto__":[]}]}'
  const data = JSON.parse(text) as JsonObject

  test('data of a mutation, through the whole body', () => {
    const parsed = SyncResponse.parse({ sync: { ...page, mutations: [{ ...mutation, data }] } })
    expect(parsed.sync.mutations[0]?.data).toBe(data)
    expect(JSON.stringify(parsed.sync.mutations[0]?.data)).toBe(JSON.stringify(JSON.parse(text)))
    expect(Object.hasOwn(data, '__proto__')).toBe(true)
  })

  test('records of a snapshot', () => {
    const records = [data, {}, JSON.parse('{"__proto__":1}') as JsonObject]
    const parsed = Snapshot.parse({ ...envelope, records }).records
    expect(parsed).toHaveLength(3)
    records.forEach((record, index) => expect(parsed[index]).toBe(record))
  })

  test('objects without prototype', () => {
    const bare = Object.assign(Object.create(null) as object, { id: 1 })
    expect(Snapshot.parse({ ...envelope, records: [bare] }).records[0]).toBe(bare)
  })
})

describe('__proto__ around them changes no prototype', () => {
  const evil = '"__proto__":{"resource_id":20,"polluted":true},'

  test.each([
    ['a mutation', Mutation, mutation],
    ['a body', SyncResponse, { sync: page }],
    ['a snapshot', Snapshot, { ...envelope, records: [] }],
  ] as const)('of %s', (_, schema, example) => {
    const body: unknown = JSON.parse(JSON.stringify(example).replace('{', `{${evil}`))
    const parsed = schema.parse(body)
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype)
    expect('polluted' in parsed).toBe(false)
    expect('polluted' in {}).toBe(false)
  })

  test('and stands in for no missing field', () => {
    const { resource_id: _, ...rest } = mutation
    const body: unknown = JSON.parse(JSON.stringify(rest).replace('{', `{${evil}`))
    expect(Mutation.safeParse(body).error?.issues.map(({ path }) => path)).toEqual([['resource_id']])
  })
})

describe('numbers are never rounded', () => {
  // JSON.parse has rounded by the time a schema looks: all that it may see is something beyond the safe range.
  test.each(['9007199254740992', '9007199254740993', '18446744073709551616', '1e400', '-9007199254740993'])(
    '%s is rejected wherever an integer stands',
    (digits) => {
      for (const field of ['sequence', 'resource_id', 'resource_content_id', 'source_record_id']) {
        const body = withText({ ...mutation, [field]: '@' }, '@', digits)
        const paths = Mutation.safeParse(body).error?.issues.map(({ path }) => path.join('.'))
        expect([...new Set(paths)]).toEqual([field])
      }
      const body = withText({ ...page, sync_until_sequence: '@' }, '@', digits)
      expect(SyncResponse.safeParse({ sync: body }).success).toBe(false)
    },
  )

  test('the greatest safe integer passes', () => {
    const sequence = Number.MAX_SAFE_INTEGER
    expect(Mutation.parse({ ...mutation, sequence }).sequence).toBe(sequence)
  })
})

test('lone surrogates pass as they are', () => {
  const lone = {
    ...mutation,
    record_key: '\ud800',
    record_type: 'x\udfff',
    data: { text: '\udc00a' },
    more: '\ud83d',
  }
  expect(Mutation.parse(JSON.parse(JSON.stringify(lone)))).toEqual(lone)
})

describe('size', () => {
  // zod's own lists hand their issues on as arguments of one call, which overflows the stack.
  test.each([
    [
      'mutations',
      SyncResponse,
      { sync: { ...page, mutations: Array.from({ length: 1_000_000 }, () => ({})) } },
    ],
    ['records', Snapshot, { ...envelope, records: Array.from({ length: 1_000_000 }, () => 1) }],
    ['chapters', ChaptersResponse, { chapters: Array.from({ length: 1_000_000 }, () => null) }],
    [
      'foot notes',
      rowSchemas.translation,
      { id: 1, verse_key: '1:1', text: '', foot_notes: Array.from({ length: 1_000_000 }, () => null) },
    ],
    [
      'verse mapping',
      rowSchemas.mushaf_page,
      {
        id: 1,
        page_number: 1,
        verse_mapping: Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [i, i])),
      },
    ],
  ])('a flood of bad %s ends as a failed check with few issues', (_, schema, body) => {
    const { success, error } = schema.safeParse(body)
    expect(success).toBe(false)
    expect(error?.issues.length).toBeLessThanOrEqual(100)
  })

  test('a page of 100,000 changes and a snapshot of 84,000 rows are checked, each of them once', () => {
    const mutations = Array.from({ length: 100_000 }, (_, sequence) => ({ ...mutation, sequence }))
    const records = Array.from({ length: 84_000 }, (_, id) => ({ id }))
    // A check that compared each with all others would not end within the runner's limit.
    expect(SyncResponse.parse({ sync: { ...page, mutations } }).sync.mutations).toHaveLength(100_000)
    expect(Snapshot.parse({ ...envelope, records }).records).toHaveLength(84_000)
  })

  test('deep nesting in data costs nothing', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`) as JsonObject
    expect(Mutation.parse({ ...mutation, data: deep }).data).toBe(deep)
  })
})
