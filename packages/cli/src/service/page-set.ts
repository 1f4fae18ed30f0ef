import type { ContentClient, SyncRequest } from '@waraq/client'
import { WaraqError, type Mutation } from '@waraq/contract'

/** All pages of one set. */
export interface PageSet {
  /** The bound of the last page. */
  readonly bound: number
  /** Whether all pages have it. */
  readonly sharesBound: boolean
  readonly mutations: readonly Mutation[]
  /** Checkpoint at its end. */
  readonly token: string
  readonly pages: number
}

const mostPages = 10_000

/**
 * Reads a page set from its first request to its end.
 * @throws {WaraqError} what the client throws, and `feed_loop` where the set does not end
 */
export async function readPageSet(
  client: ContentClient,
  request: SyncRequest,
  signal?: AbortSignal,
): Promise<PageSet> {
  let { page } = await client.sync(request, { signal })
  const mutations = [...page.mutations]
  const bounds = new Set([page.sync_until_sequence])
  const visited = new Set<string>()
  while (page.has_more) {
    const address = page.next_page_url!
    if (visited.has(address) || visited.size === mostPages) {
      const message = `The feed does not end: after ${visited.size + 1} pages it leads on, or back. Ask its operator.`
      throw new WaraqError({ code: 'feed_loop', message, retryable: true })
    }
    visited.add(address)
    page = (await client.syncPage(address, { signal })).page
    mutations.push(...page.mutations)
    bounds.add(page.sync_until_sequence)
  }
  return {
    bound: page.sync_until_sequence,
    sharesBound: bounds.size === 1,
    mutations,
    token: page.next_sync_token!,
    pages: visited.size + 1,
  }
}
