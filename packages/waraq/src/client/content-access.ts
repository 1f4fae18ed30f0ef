import type { Clock } from './clock.ts'
import type { ContentAccess } from './options.ts'
import { relayTokens } from './relay-tokens.ts'
import { invalidOption, type CallerOptions } from './sent-headers.ts'

/** Plain data, as it crosses to a worker. */
interface RemoteCaller {
  /** Whether cookies go along; `include`: also to another origin, whose relay has to allow it. Default `same-origin`. */
  readonly credentials?: RequestCredentials | undefined
  /** Headers that each request to the relay carries besides, such as `authorization`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/**
 * The application's own server between reader and service, as plain data that crosses to workers. `tokens`, or a bare
 * address: the server hands out tokens, and the client asks the service with them. `proxy`: the server answers in the
 * service's place and adds the token itself.
 */
export type RelayOption =
  string | ({ readonly tokens: string } & RemoteCaller) | ({ readonly proxy: string } & RemoteCaller)

/**
 * What `createContentClient` and `createSyncEngine` take for a relay: `{ tokens }` or `{ proxy }`.
 * @throws {WaraqError} `invalid_option`, `invalid_relay_address`
 */
export function contentAccess(
  relay: RelayOption | URL,
  parts: { readonly fetch?: typeof fetch | undefined; readonly clock?: Clock | undefined } = {},
): ContentAccess {
  if (typeof relay === 'string' || relay instanceof URL) return { tokens: relayTokens(relay, parts) }
  const { tokens, proxy, ...caller }: { tokens?: string; proxy?: string } & CallerOptions = relay
  if (tokens !== undefined && proxy === undefined)
    return { tokens: relayTokens(tokens, { ...caller, ...parts }) }
  if (proxy !== undefined && tokens === undefined) return { proxy: { root: proxy, ...caller } }
  throw invalidOption('relay', 'is not understood. Give an address, or { tokens } or { proxy } with one.')
}
