import type { ContentClient, SyncRequest } from 'waraq/client'
import { WaraqError, type Mutation, type SyncPage } from '@waraq/protocol'

/** All pages of one batch. */
export interface Batch {
  /** The bound of the last page. */
  readonly bound: number
  /** Whether all pages have the same bound. */
  readonly sharesBound: boolean
  readonly mutations: readonly Mutation[]
  /** Sync token at its end. */
  readonly token: string
  readonly pages: readonly SyncPage[]
}

const mostPages = 10_000

/**
 * Reads a batch completely. Calls `between` before each page except the first.
 * @throws {WaraqError} errors of the client, and `feed_loop` if the batch does not end
 */
export async function readBatch(
  client: ContentClient,
  request: SyncRequest,
  between?: () => Promise<unknown>,
): Promise<Batch> {
  let { page } = await client.sync(request)
  const pages = [page]
  const visited = new Set<string>()
  while (page.has_more) {
    const address = page.next_page_url!
    if (visited.has(address) || visited.size === mostPages) {
      const message = `The feed does not end: after ${visited.size + 1} pages it leads on, or back. Ask its operator.`
      throw new WaraqError({ code: 'feed_loop', message, retryable: true })
    }
    visited.add(address)
    await between?.()
    page = (await client.syncPage(address)).page
    pages.push(page)
  }
  return {
    bound: page.sync_until_sequence,
    sharesBound: new Set(pages.map((each) => each.sync_until_sequence)).size === 1,
    mutations: pages.flatMap(({ mutations }) => mutations),
    token: page.next_sync_token!,
    pages,
  }
}
