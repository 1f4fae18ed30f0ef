import { describe, expect, test } from 'vitest'
import { FeedQuery, ListUserPostsQuery, queryEntries, readQuery, SearchUsersQuery } from '../index.ts'
import { userSchemas, type UserShapeName } from '../json-schema.ts'
import { samplesOf, variantsOf } from '../samples.test-support.ts'

/** Queries, to an address and back. */

/** What an address cannot tell: an empty list or object from none at all. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(withoutEmpty).filter((item) => item !== undefined)
    return items.length > 0 ? items : undefined
  }
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value)
    .map(([name, part]) => [name, withoutEmpty(part)] as const)
    .filter(([, part]) => part !== undefined)
  return fields.length > 0 ? Object.fromEntries(fields) : undefined
}
const queries = Object.keys(userSchemas).filter((name) => name.endsWith('Query')) as UserShapeName[]

describe.each(queries)('%s', (name) => {
  test('comes back as it was', () => {
    const [whole, least] = samplesOf(name)
    const valid = [whole, least, ...variantsOf(whole)].filter(
      (each) => userSchemas[name].safeParse(each).success,
    )
    for (const query of valid) {
      const address = new URLSearchParams(queryEntries(query as Record<string, unknown>))
      const read = readQuery(userSchemas[name], address)
      expect(read).toEqual(withoutEmpty(query) ?? {})
      expect(userSchemas[name].safeParse(read).success).toBe(true)
    }
    expect(valid.length).toBeGreaterThanOrEqual(2)
  })
})

test('what does not fit stays text, for the schema to refuse', () => {
  const read = readQuery(ListUserPostsQuery, [
    ['limit', '5 '],
    ['postTypeIds', 'x'],
    ['other', '1'],
    ['filter[tags]', 'a'],
  ])
  expect(read).toEqual({ limit: '5 ', postTypeIds: ['x'], other: '1', 'filter[tags]': 'a' })
  expect(ListUserPostsQuery.safeParse(read).success).toBe(false)
})

test('a name that nothing knows is kept, also deep inside', () => {
  const sent = 'filter[tagz]=a&filter[references][0][verse]=1&filter[references][x][to]=2&filter=3&page[0]=4'
  const read = readQuery(FeedQuery, new URLSearchParams(sent))
  expect(
    queryEntries(read)
      .map((pair) => pair.join('='))
      .join('&'),
  ).toBe(sent)
  expect(FeedQuery.safeParse(read).success).toBe(false)
})

test('text is not taken for a number, nor for a flag', () => {
  const read = readQuery(SearchUsersQuery, new URLSearchParams('query=12&all=true&postingAs=maybe&roomId=7'))
  expect(read).toEqual({ query: '12', all: true, postingAs: 'maybe', roomId: 7 })
})

test('of what is written twice, where once is meant, the first counts', () => {
  expect(readQuery(FeedQuery, new URLSearchParams('page=2&page=3'))).toEqual({ page: 2 })
})

test('names of every object mean nothing', () => {
  const read = readQuery(FeedQuery, new URLSearchParams('constructor=1&toString=2&__proto__=3'))
  expect(Object.keys(read)).toEqual(['constructor', 'toString', '__proto__'])
  expect(FeedQuery.safeParse(read).success).toBe(false)
})
