import type { RelayLog } from './log.ts'
import type { TokenRelayOptions } from './options.ts'

/** How the relay listens on Node. */
export interface NodeRelayOptions extends TokenRelayOptions {
  /** Default: a line of JSON for each entry on standard error. */
  log?: RelayLog | undefined
  /** Default `127.0.0.1`. */
  host?: string | undefined
  /** Default 8787; 0 takes a free one. */
  port?: number | undefined
  /** Default `/token`. */
  path?: string | undefined
  /** `Host` headers to accept beside the listening address: `relay.example`, with the port if it is not the usual one. */
  allowedHosts?: readonly string[] | undefined
}
