import { describe, expect, it } from 'vitest'
import { eachOf, firstQuery, itemsOf, nextQuery } from './pages.ts'
import type { Paging } from './operation.ts'

const pagination = (more: object) => ({ hasNextPage: false, hasPreviousPage: false, ...more })

describe('the query of the next page', () => {
  it.each<[string, Paging, object, object, object | undefined]>([
    [
      'goes on after the last item',
      'cursor',
      { first: 2 },
      { data: [], pagination: pagination({ hasNextPage: true, endCursor: 'b' }) },
      { first: 2, after: 'b' },
    ],
    [
      'keeps what else was asked',
      'cursor',
      { first: 2, after: 'a', sortBy: 'x' },
      { data: [], pagination: pagination({ hasNextPage: true, endCursor: 'b' }) },
      { first: 2, after: 'b', sortBy: 'x' },
    ],
    [
      'goes back before the first one',
      'cursor',
      { last: 2 },
      { data: [], pagination: pagination({ hasPreviousPage: true, startCursor: 'a' }) },
      { last: 2, before: 'a' },
    ],
    [
      'is none at the end',
      'cursor',
      { first: 2 },
      { data: [], pagination: pagination({ endCursor: 'b' }) },
      undefined,
    ],
    [
      'is none at the beginning',
      'cursor',
      { last: 2 },
      { data: [], pagination: pagination({ hasNextPage: true, startCursor: 'a', endCursor: 'b' }) },
      undefined,
    ],
    [
      'is none without a cursor',
      'cursor',
      { first: 2 },
      { data: [], pagination: pagination({ hasNextPage: true }) },
      undefined,
    ],
    [
      'takes a cursor along',
      'continued',
      { limit: 5 },
      { data: [], pagination: pagination({ hasNextPage: true, endCursor: 'b' }) },
      { limit: 5, cursor: 'b' },
    ],
    [
      'has the next number',
      'numbered',
      { limit: 5 },
      { data: [], currentPage: 1, pages: 2 },
      { limit: 5, page: 2 },
    ],
    ['is none after the last number', 'numbered', {}, { data: [], currentPage: 2, pages: 2 }, undefined],
    ['is none where there is no page', 'numbered', {}, { data: [], currentPage: 1, pages: 0 }, undefined],
  ])('%s (%s)', (_, paging, query, answer, expected) => {
    expect(nextQuery(paging, query as never, answer)).toEqual(expected)
  })
})

it('a cursor list is asked for many at once, unless its reader says how many', () => {
  expect(firstQuery('cursor', { sortBy: 'x' })).toEqual({ sortBy: 'x', first: 20 })
  expect(firstQuery('cursor', { first: 3 })).toEqual({ first: 3 })
  expect(firstQuery('cursor', { last: 3 })).toEqual({ last: 3 })
  expect(firstQuery('continued', {})).toEqual({})
  expect(firstQuery('numbered', {})).toEqual({})
})

it('items are under the name that the list gives them', () => {
  expect(itemsOf('cursor', { data: [1] })).toEqual([1])
  expect(itemsOf('cursor', { data: { collection: {}, bookmarks: [2] } })).toEqual([2])
  expect(itemsOf('cursor', { data: {} })).toEqual([])
  expect(itemsOf('numbered', { currentPage: 1, comments: [3] })).toEqual([3])
  expect(itemsOf('numbered', { currentPage: 1, replies: [4] })).toEqual([4])
})

describe('going through a list', () => {
  const items = ['a', 'b', 'c', 'd', 'e']
  const asked: object[] = []
  const list = async (query: Readonly<Record<string, unknown>>) => {
    asked.push(query)
    const size = Number(query['first'] ?? query['last'])
    const after = items.indexOf(String(query['after']))
    const before = query['before'] === undefined ? items.length : items.indexOf(String(query['before']))
    const data =
      query['last'] === undefined
        ? items.slice(after + 1, after + 1 + size)
        : items.slice(Math.max(0, before - size), before)
    const last = items.indexOf(data.at(-1)!)
    return {
      data,
      pagination: {
        startCursor: data[0],
        endCursor: data.at(-1),
        hasNextPage: last < items.length - 1,
        hasPreviousPage: data[0] !== 'a',
      },
    }
  }
  const through = async (query: object) => {
    asked.length = 0
    const found: unknown[] = []
    for await (const item of eachOf('area.name', 'cursor', query as never, list)) found.push(item)
    return found
  }

  it('forwards', async () => {
    expect(await through({ first: 2 })).toEqual(items)
    expect(asked).toEqual([{ first: 2 }, { first: 2, after: 'b' }, { first: 2, after: 'd' }])
  })
  it('backwards, the last one first', async () => {
    expect(await through({ last: 2 })).toEqual([...items].reverse())
    expect(asked).toHaveLength(3)
  })
  it('asks for no page that the caller does not read', async () => {
    asked.length = 0
    for await (const item of eachOf('area.name', 'cursor', { first: 2 }, list)) if (item === 'b') break
    expect(asked).toHaveLength(1)
  })
  it.each<[Paging, object]>([
    ['cursor', { data: [1] }],
    ['numbered', { data: [1], currentPage: 1 }],
  ])('by %s does not end unnoticed where a page does not say what follows', async (paging, answer) => {
    const found: unknown[] = []
    const reading = (async () => {
      for await (const item of eachOf('area.name', paging, {}, () => Promise.resolve(answer)))
        found.push(item)
    })()
    await expect(reading).rejects.toMatchObject({ code: 'invalid_response' })
    expect(found).toEqual([1])
  })
  it('ends where it is led back', async () => {
    let requests = 0
    const endless = async () => {
      requests++
      return { data: [1], pagination: { hasNextPage: true, hasPreviousPage: false, endCursor: 'a' } }
    }
    const reading = (async () => {
      for await (const _ of eachOf('area.name', 'cursor', {}, endless))
        if (requests > 9) throw new Error('endless')
    })()
    await expect(reading).rejects.toMatchObject({ code: 'endless_list', details: { operation: 'area.name' } })
    expect(requests).toBe(2)
  })
})
