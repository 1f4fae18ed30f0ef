import { describe, expect, test } from 'vitest'
import {
  Bookmark,
  CreateCollectionBody,
  fieldsAtFault,
  FeedResponseDto,
  ListBookmarksResponse,
  SearchTagsResponse,
  UserSettings,
} from '../index.ts'

/** Bodies that only a broken or hostile server sends. */

const numbers = { total: 1, currentPage: 1, limit: 1, pages: 1 }
const flood = (item: unknown) => Array.from({ length: 1_000_000 }, () => item)

test.each([
  ['tags', SearchTagsResponse, flood(null)],
  ['posts', FeedResponseDto, { ...numbers, data: flood({}) }],
  ['bookmarks', ListBookmarksResponse, { data: flood(1), pagination: {} }],
  ['languages', UserSettings, { ayahLanguages: flood('en') }],
])('a flood of bad %s ends as a failed check with few issues', (_, schema, body) => {
  const { success, error } = schema.safeParse(body)
  expect(success).toBe(false)
  expect(error?.issues.length).toBeLessThanOrEqual(20)
})

describe('__proto__', () => {
  const bookmark = {
    id: 'b',
    createdAt: '2026-08-01T00:00:00Z',
    type: 'ayah',
    key: 1,
    group: 'g',
    isInDefaultCollection: true,
    isReading: null,
  }
  test('is another field where none are allowed', () => {
    const body: unknown = JSON.parse('{"__proto__":{"id":"x"},"name":"Sabr"}')
    expect(fieldsAtFault(CreateCollectionBody.safeParse(body).error!)).toEqual([['__proto__']])
  })
  test('changes no prototype where others are allowed', () => {
    const parsed = UserSettings.parse(JSON.parse('{"__proto__":{"customized":true}}'))
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype)
    expect(parsed.customized).toBeUndefined()
  })
  test('stands in for no missing field', () => {
    const { id: _id, ...rest } = bookmark
    const body: unknown = JSON.parse(JSON.stringify(rest).replace('{', '{"__proto__":{"id":"x"},'))
    expect(Bookmark.safeParse(body).error?.issues.map(({ path }) => path)).toContainEqual(['id'])
  })
})

test('a list is a new one, so that a caller that changes it does not change the received answer', () => {
  const ayahLanguages = [1, 2]
  const parsed = UserSettings.parse({ ayahLanguages })
  expect(parsed.ayahLanguages).toEqual(ayahLanguages)
  expect(parsed.ayahLanguages).not.toBe(ayahLanguages)
})
