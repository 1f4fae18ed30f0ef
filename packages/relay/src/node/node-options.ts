import type { RelayLog } from '../events/log.ts'
import type { ContentProxyOptions } from '../content-proxy.ts'
import type { TokenRelayOptions } from '../token-relay.ts'
import type { ServeOptions } from './serve.ts'

/** `tokens`: pages get tokens and ask the service themselves. `proxy`: the relay asks it for them, and no page has a token. */
export type RelayMode = 'tokens' | 'proxy'

/** How the relay runs as a server of its own. The port is 8787 where none is given. */
export interface NodeRelayOptions
  extends
    TokenRelayOptions,
    ServeOptions,
    Pick<ContentProxyOptions, 'compress' | 'mostConcurrent' | 'timeouts' | 'mostBytes'> {
  /** What is at `/token` and at `/content`. Default: tokens. `sameOrigin` concerns tokens alone: the proxy's pages always may. */
  readonly modes?: readonly RelayMode[] | undefined
  /** Root of the content API, for the proxy. */
  readonly contentRoot?: string | undefined
  /** Default: a line of JSON for each entry on standard error. */
  readonly log?: RelayLog | undefined
  /** A second address, for `/health`, `/ready` and `/metrics`, that callers must not reach. Default: none. */
  readonly admin?: Pick<ServeOptions, 'host' | 'port'> | undefined
  /** Which share of all answered requests gets a line of the log, from 0 to 1. Default 0. */
  readonly logShare?: number | undefined
  /** From 0 inclusive to 1 exclusive. Default: `Math.random`. */
  readonly random?: (() => number) | undefined
}
