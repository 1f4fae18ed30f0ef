import { createContentClient } from '../../client/content-client.ts'
import type { ContentClient, ContentClientOptions } from '../../client/options.ts'
import type { CatalogueList, CatalogueListItems } from '@waraq/protocol'

/**
 * Returns a client for lists that are shown but not synced: names, and the resources of the feed. It retries less than the
 * content client, because a person is looking at a list without names in the meantime.
 * @throws {WaraqError} `invalid_option`, `invalid_content_root`, `invalid_relay_address`
 */
export function listingClient({ retry, ...options }: ContentClientOptions): ContentClient {
  const timeouts = { headersMs: 15_000, idleMs: 15_000, totalMs: 60_000 }
  return createContentClient({ ...options, timeouts, retry: { attempts: 3, ...retry } })
}

export function fetchList(
  client: Pick<ContentClient, 'chapters' | 'catalogue'>,
  list: CatalogueList,
  language: string,
  signal: AbortSignal | undefined,
): Promise<CatalogueListItems> {
  const options = { language, signal }
  return list === 'chapters' ? client.chapters(options) : client.catalogue(list, options)
}
