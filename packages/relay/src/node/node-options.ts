import type { RelayLog } from '../events/log.ts'
import type { ContentProxyOptions } from '../content-proxy.ts'
import type { TokenRelayOptions } from '../token-relay.ts'
import type { ServeOptions } from './serve.ts'

/** `tokens`: pages get tokens and call the service themselves. `proxy`: the relay calls it for them, and no page has a token. */
export type RelayMode = 'tokens' | 'proxy'

/** Options of the relay as a standalone server. The default port is 8787. */
export interface NodeRelayOptions
  extends
    TokenRelayOptions,
    ServeOptions,
    Pick<ContentProxyOptions, 'compress' | 'mostConcurrent' | 'timeouts' | 'mostBytes'> {
  /**
   * Selects the handlers at `/token` and `/content`. Default: tokens. `sameOrigin` is for tokens only; the proxy always allows
   * it.
   */
  readonly modes?: readonly RelayMode[] | undefined
  /** Root of the content API, for the proxy. */
  readonly contentRoot?: string | undefined
  /** Default: a line of JSON for each entry on standard error. */
  readonly log?: RelayLog | undefined
  /** A second address, for `/health`, `/ready` and `/metrics`, that callers must not reach. Default: none. */
  readonly admin?: Pick<ServeOptions, 'host' | 'port'> | undefined
  /** The share of all answered requests that is logged, from 0 to 1. Default 0. */
  readonly logShare?: number | undefined
  /** From 0 inclusive to 1 exclusive. Default: `Math.random`. */
  readonly random?: (() => number) | undefined
}
