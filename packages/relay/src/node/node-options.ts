import type { RelayLog } from '../events/log.ts'
import type { TokenRelayOptions } from '../token-relay.ts'
import type { ServeOptions } from './serve.ts'

/** How the relay listens on Node. The port is 8787 where none is given. */
export interface NodeRelayOptions extends TokenRelayOptions, ServeOptions {
  /** Default: a line of JSON for each entry on standard error. */
  readonly log?: RelayLog | undefined
  /** Default `/token`. */
  readonly path?: string | undefined
}
