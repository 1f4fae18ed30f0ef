import type { Clock } from '../../client/clock.ts'
import type { WaraqError } from '@waraq/protocol'
import type { Outbox } from '../store/outbox.ts'
import type { UserTransport } from '../transports/transport.ts'
import type { Fed } from './fed.ts'
import type { Rests } from './rest.ts'

export interface DeliverOptions {
  readonly outbox: Outbox
  readonly transport: UserTransport
  /** For what it covers, in the place of `way`. */
  readonly feed?: Fed | undefined
  readonly clock: Clock
  readonly rests: Rests
  /** Milliseconds by which the service's clock is ahead, as its latest answer told; undefined before one came. */
  readonly ahead: () => number | undefined
  /** What time it is at the service, or some time before. Null: it does not tell. Undefined: it has answered nothing yet. */
  readonly serviceTime: () => number | null | undefined
}

/** What a turn of delivery came to. */
export interface Turn {
  /** Milliseconds until what is unsure may be looked at; Infinity where nothing rests. */
  readonly restsMs: number
  /** Why the turn ended before its end, or what it left out. */
  readonly problem?: WaraqError | undefined
}
