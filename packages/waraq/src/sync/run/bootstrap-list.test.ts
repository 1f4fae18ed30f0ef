import type { Mutation, ResourceKey, ResourceRef } from '@waraq/protocol'
import { expect, test } from 'vitest'
import { listPages, readList } from './bootstrap-list.ts'
import { clientOf, lastPage, runFilter } from './context.test-support.ts'

function change(id: number, type = 'RESOURCE_SNAPSHOT_REQUIRED'): Mutation {
  return { resource_group: 'translations', resource_id: id, type } as unknown as Mutation
}

/** The ids that are listed after these pages, of which so many are read at most; and what was asked for. */
async function listed(pages: readonly (readonly Mutation[])[], mostPages: number) {
  const asked: unknown[] = []
  const answer = async (number: number) => {
    const { page, ...rest } = lastPage(7)
    const next = number < pages.length - 1 ? { has_more: true, next_page_url: `page ${number + 1}` } : {}
    return { ...rest, page: { ...page, mutations: [...pages[number]!], ...next } as typeof page }
  }
  const client = clientOf({
    sync: (request) => (asked.push(request), answer(0)),
    syncPage: (url) => (asked.push(url), answer(Number(url.slice(5)))),
  })
  const found = new Map<ResourceKey, ResourceRef>()
  for await (const page of listPages(client, runFilter, mostPages, undefined)) readList(found, page)
  return { ids: [...found.values()].map(({ id }) => id), asked }
}

const pages = [[change(1), change(2), change(1)], [change(2, 'RESOURCE_DELETE'), change(3)], [change(4)]]
const begins = { filter: runFilter, bootstrap: true, perPage: 100 }

test('a list is what its pages name and do not withdraw, once each', async () => {
  expect(await listed(pages, 20)).toEqual({ ids: [1, 3, 4], asked: [begins, 'page 1', 'page 2'] })
})

test('no more pages are asked for than are wanted', async () => {
  expect(await listed(pages, 2)).toEqual({ ids: [1, 3], asked: [begins, 'page 1'] })
})
