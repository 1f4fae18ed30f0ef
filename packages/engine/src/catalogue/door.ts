import {
  contentAccess,
  type ContentAccess,
  type ContentClient,
  type RelayOption,
  type RetryPolicy,
} from '@waraq/client'
import type { Reply } from '../link/protocol.ts'
import { packError } from '../link/wire.ts'
import type { CatalogueList } from './content.ts'
import { catalogueClient, fetchList } from './source.ts'

/** What a worker has to know to ask the service: plain data only. */
export interface RemoteCatalogueOptions {
  /** Root of the content API, such as `https://example.org/content`. */
  readonly contentRoot: string
  /** The relay that the worker asks, for tokens or as a proxy for content. Tokens never reach the page. */
  readonly relay: RelayOption
  readonly retry?: Partial<RetryPolicy> | undefined
}

/** What the worker exposes. Replies are values, never rejections, so that errors cross whole. */
export interface CatalogueDoor {
  fetch(options: RemoteCatalogueOptions, list: CatalogueList, language: string): Promise<Reply>
}

export interface DoorParts {
  readonly access: (relay: RelayOption) => ContentAccess
  readonly fetch?: typeof fetch | undefined
}

/** The door of a worker, for one page: all lists of a refresh share a client, and so its right to ask. */
export function catalogueDoor({ access, fetch }: DoorParts = { access: contentAccess }): CatalogueDoor {
  let client: ContentClient | undefined
  return {
    fetch: async ({ contentRoot, relay, retry }, list, language) => {
      try {
        client ??= catalogueClient({ contentRoot, ...access(relay), fetch, retry })
        return { ok: true, value: await fetchList(client, list, language) }
      } catch (error) {
        return { ok: false, error: packError(error) }
      }
    },
  }
}
