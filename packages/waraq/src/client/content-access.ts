import type { Clock } from './clock.ts'
import type { ContentAccess } from './options.ts'
import { relayTokens } from './relay-tokens.ts'
import { invalidOption, type CallerOptions } from './sent-headers.ts'

/** Plain data that can be posted to a worker. */
interface RemoteCaller {
  /** Whether requests carry cookies. `include`: also to another origin, whose relay has to allow it. Default `same-origin`. */
  readonly credentials?: RequestCredentials | undefined
  /** Additional headers of each request to the relay, such as `authorization`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/**
 * The application's own server between the client and the service, as plain data that can be posted to workers. `tokens` or a
 * bare address: the server issues tokens, and the client sends its requests to the service with them. `proxy`: the server
 * answers in place of the service and adds the token itself.
 */
export type RelayOption =
  string | ({ readonly tokens: string } & RemoteCaller) | ({ readonly proxy: string } & RemoteCaller)

/**
 * Returns the options of `createContentClient` and `createSyncEngine` for a relay: `{ tokens }` or `{ proxy }`.
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
