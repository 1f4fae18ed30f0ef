import { describe, expect, test } from 'vitest'
import { ChaptersResponse } from '../catalogue.ts'
import type { JsonObject } from '../json-object.ts'
import { ContentSyncError, StandardError } from '../service-error.ts'
import { mutation, page, shapes, type Shape } from '../shapes.test-support.ts'
import { Snapshot } from '../snapshot.ts'
import { Mutation, SyncResponse } from '../sync.ts'
import {
  changeTypes,
  contentSyncErrorCodes,
  recordTypes,
  resourceGroups,
  standardErrorTypes,
} from '../vocabulary.ts'

const without = (example: JsonObject, field: string): JsonObject =>
  Object.fromEntries(Object.entries(example).filter(([name]) => name !== field))

function expectRejected({ schema }: Shape, value: unknown, field: string, why: string): void {
  const { success, error } = schema.safeParse(value)
  expect(success, why).toBe(false)
  expect([...new Set(error?.issues.map(({ path }) => path[0]))], why).toEqual([field])
}

function expectAccepted({ schema }: Shape, value: unknown, why: string): void {
  const { data, error } = schema.safeParse(value)
  expect(error, why).toBeUndefined()
  expect(data, why).toEqual(value)
}

describe.each(shapes)('$name', (shape) => {
  const { name, schema, example, fields } = shape

  test('accepts its documented example as it is', () => expectAccepted(shape, example, 'example'))

  test('every field of the example is in the table, and the other way round', () => {
    expect(Object.keys(fields).toSorted()).toEqual(Object.keys(example).toSorted())
  })

  test('takes unknown fields and keeps them', () => {
    const more = { ...example, added_since: { kept: [1, null] }, toString: 'text', ayah: 'آية' }
    // The relay is our own: what it may add some day is none of an older reader's business.
    expect(schema.parse(more)).toEqual(name === 'RelayedToken' ? example : more)
  })

  test.each(Object.entries(fields))('%s', (field, { wrong, takesNull, takesAbsence }) => {
    for (const value of wrong) {
      expectRejected(
        shape,
        { ...example, [field]: value },
        field,
        `${field}: ${String(JSON.stringify(value))}`,
      )
    }
    const forms: [JsonObject, boolean, string][] = [
      [{ ...example, [field]: null }, takesNull, 'null'],
      [without(example, field), takesAbsence, 'absent'],
      [{ ...example, [field]: undefined }, takesAbsence, 'undefined'],
    ]
    for (const [value, takes, why] of forms) {
      if (takes) expectAccepted(shape, value, `${field}: ${why}`)
      else expectRejected(shape, value, field, `${field}: ${why}`)
    }
  })

  test.each([[null], [undefined], ['{}'], [1], [true], [[]], [[example]]])('is not %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false)
  })
})

test('a field deep inside is named by its whole path', () => {
  const body = {
    sync: { ...page, mutations: [mutation, { ...mutation, resource_id: '20', sequence: null }] },
  }
  expect(SyncResponse.safeParse(body).error?.issues.map(({ path }) => path.join('.'))).toEqual([
    'sync.mutations.1.sequence',
    'sync.mutations.1.resource_id',
  ])
  expect(ChaptersResponse.safeParse({ chapters: [{ id: 1 }] }).error?.issues.map(({ path }) => path)).toEqual(
    [
      ['chapters', 0, 'name_simple'],
      ['chapters', 0, 'verses_count'],
    ],
  )
})

describe('words', () => {
  test.each([...changeTypes, 'ROW_MOVE'])('change type %s', (type) => {
    expect(Mutation.parse({ ...mutation, type }).type).toBe(type)
  })
  test.each([...resourceGroups, 'quran_core', '__proto__'])('group %s', (group) => {
    expect(Mutation.parse({ ...mutation, resource_group: group }).resource_group).toBe(group)
  })
  test.each([...recordTypes, 'audio_segment', '__proto__'])('record type %s', (type) => {
    expect(Mutation.parse({ ...mutation, record_type: type }).record_type).toBe(type)
  })
  test.each([...standardErrorTypes, 'teapot'])('standard error %s', (type) => {
    expect(StandardError.parse({ message: '', type, success: false }).type).toBe(type)
  })
  test.each([...contentSyncErrorCodes, 'teapot'])('content-sync error %s', (code) => {
    expect(ContentSyncError.parse({ error: { code } }).error.code).toBe(code)
  })
})

test('documented shapes of changes', () => {
  const bare = {
    sequence: 1,
    resource_group: 'articles',
    resource_id: 1,
    changed_at: '2026-08-01T00:00:00+03:00',
  }
  const none = {
    resource_content_id: null,
    record_type: null,
    record_key: null,
    source_record_id: null,
    data: null,
    snapshot_url: null,
    unavailable_reason: null,
  }
  for (const type of changeTypes) {
    expect(Mutation.parse({ ...bare, type })).toEqual({ ...bare, type })
    expect(Mutation.parse({ ...bare, ...none, type })).toEqual({ ...bare, ...none, type })
  }
  const last = {
    sync_until_sequence: 0,
    has_more: false,
    next_page_url: null,
    next_sync_token: 't',
    mutations: [],
  }
  expect(SyncResponse.parse({ sync: last })).toEqual({ sync: last })
  const empty = { resource_group: 'articles', resource_id: 1, resource_content_id: null, schema_version: 1 }
  const snapshot = { ...empty, sync_sequence: 0, records: [] }
  expect(Snapshot.parse(snapshot)).toEqual(snapshot)
})

test.each([
  '2026-08-01T10:11:12Z',
  '2026-08-01T10:11:12.3Z',
  '2026-08-01T10:11:12.345678Z',
  '2026-08-01T10:11:12+00:00',
  '2026-08-01T10:11:12-04:30',
  '2024-02-29T00:00:00Z',
  '2026-08-01T10:11:12+0000',
  '2026-08-01 10:11Z',
  '2026-08-01T10:11:12',
])('the time %s', (time) => expect(Mutation.parse({ ...mutation, changed_at: time }).changed_at).toBe(time))
