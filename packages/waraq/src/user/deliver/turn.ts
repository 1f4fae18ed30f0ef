import type { Clock } from '../../client/clock.ts'
import type { WaraqError } from '@waraq/protocol'
import type { Outbox } from '../store/outbox.ts'
import type { UserTransport } from '../transports/transport.ts'
import type { Fed } from './fed.ts'
import type { Doubts } from './doubts.ts'

export interface DeliverOptions {
  readonly outbox: Outbox
  readonly transport: UserTransport
  /** Replaces `transport` for the entities that it covers. */
  readonly feed?: Fed | undefined
  readonly clock: Clock
  readonly doubts: Doubts
  /** Milliseconds by which the service's clock is ahead, as its latest answer reported; undefined before the first answer. */
  readonly ahead: () => number | undefined
  /** The service's time now, or somewhat earlier. Null: it reports no time. Undefined: it has not answered yet. */
  readonly serviceTime: () => number | null | undefined
}

/** The result of a turn of delivery. */
export interface Turn {
  /** Milliseconds until what is in doubt may be probed; Infinity if nothing is in doubt. */
  readonly inDoubtMs: number
  /** The error that ended the turn early, or that made it skip something. */
  readonly problem?: WaraqError | undefined
}
