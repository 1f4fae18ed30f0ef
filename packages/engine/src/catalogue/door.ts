import { relayTokens, type ContentClient, type RetryPolicy, type TokenSource } from '@waraq/client'
import type { Reply } from '../door/protocol.ts'
import { packError } from '../door/wire.ts'
import type { CatalogueList } from './content.ts'
import { catalogueClient, fetchList } from './source.ts'

/** What a worker has to know to ask the service: plain data only. */
export interface RemoteCatalogueOptions {
  /** Root of the content API, such as `https://example.org/content`. */
  readonly contentRoot: string
  /** Address of the token relay. The worker asks it for tokens; they never reach the page. */
  readonly relay: string
  readonly retry?: Partial<RetryPolicy> | undefined
}

/** What the worker exposes. Replies are values, never rejections, so that errors cross whole. */
export interface CatalogueDoor {
  fetch(options: RemoteCatalogueOptions, list: CatalogueList, language: string): Promise<Reply<unknown>>
}

export interface DoorParts {
  readonly tokens: (relay: string) => TokenSource
  readonly fetch?: typeof fetch | undefined
}

/** The door of a worker, for one page: all lists of a refresh share a client, and so a token. */
export function catalogueDoor({ tokens, fetch }: DoorParts = { tokens: relayTokens }): CatalogueDoor {
  let client: ContentClient | undefined
  return {
    fetch: async ({ contentRoot, relay, retry }, list, language) => {
      try {
        client ??= catalogueClient({ contentRoot, tokens: tokens(relay), fetch, retry })
        return { ok: true, value: await fetchList(client, list, language) }
      } catch (error) {
        return { ok: false, error: packError(error) }
      }
    },
  }
}
