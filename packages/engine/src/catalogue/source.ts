import {
  createContentClient,
  type Clock,
  type ContentAccess,
  type ContentClient,
  type RetryPolicy,
} from '@waraq/client'
import type { CatalogueList } from './content.ts'
import type { ItemOf } from './lists.ts'

/** Fetches lists for one refresh. */
export interface ListFetcher {
  fetch<List extends CatalogueList>(
    list: List,
    language: string,
    signal: AbortSignal,
  ): Promise<readonly ItemOf<List>[]>
  close(): void
}

/** Where lists come from: the service, or a worker that asks it. */
export type CatalogueSource = () => ListFetcher

/** With `tokens`, or with a `proxy`. */
export type ServiceOptions = ContentAccess & OwnOptions

interface OwnOptions {
  /** Root of the content API, such as `https://example.org/content`. */
  readonly contentRoot: string | URL
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
  /** Default: 3 attempts. Somebody looks at a list without names meanwhile. */
  readonly retry?: Partial<RetryPolicy> | undefined
  readonly clock?: Clock | undefined
}

/** @throws {WaraqError} `invalid_option`, `invalid_content_root`, `invalid_relay_address` */
export function catalogueClient({ retry, ...options }: ServiceOptions): ContentClient {
  const timeouts = { headersMs: 15_000, idleMs: 15_000, totalMs: 60_000 }
  return createContentClient({ ...options, timeouts, retry: { attempts: 3, ...retry } })
}

export async function fetchList<List extends CatalogueList>(
  client: ContentClient,
  list: List,
  language: string,
  signal?: AbortSignal,
): Promise<readonly ItemOf<List>[]> {
  const options = { language, signal }
  const items = list === 'chapters' ? client.chapters(options) : client.catalogue(list, options)
  return (await items) as readonly ItemOf<List>[]
}

/** @throws {WaraqError} `invalid_option`, `invalid_content_root`, `invalid_relay_address` */
export function serviceSource(options: ServiceOptions): CatalogueSource {
  const client = catalogueClient(options)
  return () => ({
    fetch: (list, language, signal) => fetchList(client, list, language, signal),
    close: () => undefined,
  })
}
