import type { ContentClient, SyncAnswer } from 'waraq/client'
import { failure } from '@waraq/test-support/failure'
import { expect, it } from 'vitest'
import { readBatch } from './page-set.ts'

/** A feed whose pages lead from one address to the next. */
function feedOf(pages: Readonly<Record<string, { next?: string; bound?: number }>>): ContentClient {
  const answer = (address: string): SyncAnswer => {
    const { next, bound = 9 } = pages[address]!
    return {
      bytes: 0,
      serverTime: null,
      page: {
        sync_until_sequence: bound,
        has_more: next !== undefined,
        next_page_url: next ?? null,
        next_sync_token: next === undefined ? `token of ${address}` : null,
        mutations: [
          {
            sequence: 1,
            type: address,
            resource_group: 'translations',
            resource_id: 20,
            changed_at: '2026-01-01T00:00:00Z',
          },
        ],
      },
    }
  }
  const client: Pick<ContentClient, 'sync' | 'syncPage'> = {
    sync: async () => answer('first'),
    syncPage: async (address) => answer(address),
  }
  return client as ContentClient
}

const request = { filter: 'translations:20', bootstrap: true } as const

it('reads to the end', async () => {
  const set = await readBatch(feedOf({ first: { next: 'b' }, b: { next: 'c' }, c: {} }), request)
  expect(set.mutations.map(({ type }) => type)).toEqual(['first', 'b', 'c'])
  expect(set).toMatchObject({ token: 'token of c', bound: 9, sharesBound: true })
  expect(set.pages).toHaveLength(3)
})

it('tells of bounds that differ', async () => {
  const set = await readBatch(feedOf({ first: { next: 'b' }, b: { bound: 10 } }), request)
  expect(set).toMatchObject({ bound: 10, sharesBound: false })
})

it('does not go round in circles', async () => {
  const error = await failure(
    readBatch(feedOf({ first: { next: 'b' }, b: { next: 'c' }, c: { next: 'b' } }), request),
  )
  expect(error).toMatchObject({ code: 'feed_loop' })
})
