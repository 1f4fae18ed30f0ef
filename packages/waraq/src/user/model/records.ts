import type { Entity, Value } from './entity.ts'
import type { ReadingSession } from './reading-sessions.ts'

/**
 * Raised with each change in the meaning of a pending change or a row. A record of a newer format is shown and kept, but
 * neither sent nor changed.
 */
export const pendingFormat = 1

/** `operations`: the documented operations only. `feed`: the feed for what it has, and the operations for the rest. */
export type TransportName = 'operations' | 'feed'

/** The state that a person wants. There is one record for an entity, whatever was done to it and how often. */
export interface PendingChange extends Entity {
  readonly format: number
  /** Null: it should not exist. */
  readonly desired: Value | null
  /** The value that the person saw when they started to change it. It decides conflicts. */
  readonly base: Value | null
  /**
   * When the person last changed it: milliseconds since the epoch by the service's clock. It rises with each mutation of this
   * device, so it also names this version of the pending change.
   */
  readonly at: number
  /** When this device itself brought the service to `base`: milliseconds since the epoch by the service's clock, rounded up. */
  readonly baseAt?: number | undefined
  /** By how many milliseconds the service's clock was assumed to be ahead of the device's when `at` was set. */
  readonly ahead: number
  /** What was sent last, stored before the request starts. Present until its outcome is known. */
  readonly sent?: Sent | undefined
  /** Why it is not delivered. A person decides what happens to it. */
  readonly blocked?: Blocked | undefined
}

export interface Sent {
  /** The version of the pending change that was sent. */
  readonly at: number
  readonly desired: Value | null
  /** When, by the clock of the device: milliseconds since the epoch. */
  readonly since: number
  /** An upper limit of that time by the service's clock: milliseconds since the epoch. Missing if it was not known. */
  readonly serviceAt?: number | undefined
  readonly epoch: number
  /** For reading time: the service's value of the day before the request. */
  readonly before?: Value | null | undefined
  /** For a push: the head of the feed. The push takes effect only on top of it. */
  readonly head?: number | undefined
  /** The code of the service's refusal, if it refused. It is believed once a probe shows that the desired value is missing. */
  readonly refused?: string | undefined
}

/** `refused`: the service does not accept it. `conflict`: it was also changed elsewhere. `depends`: its collection is gone. */
export type WhyBlocked = 'refused' | 'conflict' | 'depends'

export interface Blocked {
  readonly why: WhyBlocked
  readonly code?: string | undefined
  /** For a conflict: the service's value. Null: it was deleted there. */
  readonly remote?: Value | null | undefined
  /** Milliseconds since the epoch. */
  readonly since: number
}

/** The service's state of an entity, as far as this device knows it. */
export interface Row extends Entity {
  /** The service's own id. */
  readonly id?: string | undefined
  /** Null: gone. The row is kept for its `tick`. */
  readonly value: Value | null
  /** When this device itself brought the service to `value`, like `baseAt` of a pending change. */
  readonly broughtAt?: number | undefined
  /** When it last changed at the service, as the feed reported. A report of an earlier time is ignored. */
  readonly at?: number | undefined
  /** Rises with each answer that changed a row. A listing that started at a lower tick is older than this row. */
  readonly tick: number
  /** A complete listing did not name it. It counts as gone only if a second listing does not name it either. */
  readonly missed?: true | undefined
  /** Its value before it was gone. */
  readonly last?: Value | undefined
  /** For a bookmark: the service reported it with `isReading`. */
  readonly isReading?: true | undefined
  /** For the place: the sessions that the feed reported, of which it is the latest. `at` is when a person was there. */
  readonly sessions?: readonly ReadingSession[] | undefined
  /** For a collection: its own time and count. If they change, its members have to be listed again. */
  readonly state?: string | undefined
}
