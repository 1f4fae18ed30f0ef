import { isWaraqError } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { nameArguments, prepareCall } from './arguments.ts'
import type { Operation } from './operation.ts'
import { userOperations } from './operations/index.ts'

const { collections, posts, goals, notes } = userOperations

function prepare(operation: Operation, ...args: unknown[]) {
  return prepareCall('area.name', operation, nameArguments(operation, args))
}

function faultOf(operation: Operation, ...args: unknown[]): unknown {
  try {
    prepare(operation, ...args)
  } catch (error) {
    if (isWaraqError(error)) return [error.code, error.retryable, error.details]
    throw error
  }
  return 'none'
}

describe('a call is written as', () => {
  const signal = new AbortController().signal
  it.each([
    ['a path', prepare(collections.delete, 'abc'), '/v1/collections/abc', undefined],
    [
      'a path with what a path must not hold',
      prepare(collections.delete, 'a/b?c#d é'),
      '/v1/collections/a%2Fb%3Fc%23d%20%C3%A9',
      undefined,
    ],
    [
      'a path and a body',
      prepare(collections.rename, '__default__', { name: 'x' }),
      '/v1/collections/__default__',
      '{"name":"x"}',
    ],
    [
      'a query',
      prepare(collections.list, { first: 2, after: 'c&d' }),
      '/v1/collections?first=2&after=c%26d',
      undefined,
    ],
    ['no query where none is given', prepare(collections.list), '/v1/collections', undefined],
    [
      'a path, a body and a query',
      prepare(goals.update, 'g', { duration: 3 }, { mushafId: 1 }),
      '/v1/goals/g?mushafId=1',
      '{"duration":3}',
    ],
    [
      'lists and objects of a query',
      prepare(posts.listFeed, {
        languages: [1, 2],
        filter: { verifiedOnly: true, references: [{ chapterId: 2, from: 1, to: 5 }] },
      }),
      '/v1/posts/feed?languages=1%2C2&filter%5BverifiedOnly%5D=true&filter%5Breferences%5D%5B0%5D%5BchapterId%5D=2&filter%5Breferences%5D%5B0%5D%5Bfrom%5D=1&filter%5Breferences%5D%5B0%5D%5Bto%5D=5',
      undefined,
    ],
  ])('%s', (_, { path, body }, expectedPath, expectedBody) => {
    expect(path).toBe(expectedPath)
    expect(body).toBe(expectedBody)
  })
  it.each([
    [prepare(collections.delete, 'abc', { signal })],
    [prepare(collections.list, { first: 2 }, { signal })],
    [prepare(collections.list, undefined, { signal })],
    [prepare(goals.update, 'g', {}, { mushafId: 1 }, { signal })],
  ])('its options, last', ({ options }) => expect(options).toEqual({ signal }))
})

describe('a call is refused, with the field named, for', () => {
  const fault = (...fields: string[]) => [
    'invalid_argument',
    false,
    { operation: 'area.name', field: fields[0], fields },
  ]
  it.each([
    ['a parameter of the path that is missing', faultOf(collections.delete), fault('collectionId')],
    ['an empty one', faultOf(collections.delete, ''), fault('collectionId')],
    ['a path that leads elsewhere', faultOf(collections.delete, '..'), fault('collectionId')],
    ['a path that names itself', faultOf(collections.delete, '.'), fault('collectionId')],
    ['an id that is no number', faultOf(posts.get, 'first'), fault('id')],
    ['a key that is no verse', faultOf(notes.listByVerse, '1'), fault('verseKey')],
    ['a body that is missing', faultOf(collections.create), fault('')],
    ['a field of a body', faultOf(collections.create, { name: 1 }), fault('name')],
    ['a field too many', faultOf(collections.create, { name: 'a', kind: 1 }), fault('kind')],
    [
      'two fields',
      faultOf(goals.create, { type: 'QURAN_TIME', amount: 0, category: 'NONE' }, { mushafId: 1 }),
      fault('amount', 'category'),
    ],
    ['a parameter of a query', faultOf(collections.list, { first: 21 }), fault('first')],
    ['parameters that exclude each other', faultOf(collections.list, { first: 1, last: 1 }), fault('last')],
    ['a query that has to be there', faultOf(goals.delete, 'g'), fault('category')],
  ])('%s', (_, found, expected) => expect(found).toEqual(expected))
})
