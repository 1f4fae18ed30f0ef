import type { Entity, Value } from './entity.ts'
import type { ReadingSession } from './reading-sessions.ts'

/** Raised with each change of what a pending change or a row means. A newer one is shown and kept, and neither sent nor changed. */
export const pendingFormat = 1

/** The documented operations alone, or the feed for what it has and the operations for the rest. */
export type TransportName = 'operations' | 'feed'

/** What a person wants to be so. One record for an entity, whatever was done to it and how often. */
export interface PendingChange extends Entity {
  readonly format: number
  /** Null: not there. */
  readonly want: Value | null
  /** What was there as far as the person saw when they began. It decides conflicts. */
  readonly base: Value | null
  /**
   * When the person last changed it: milliseconds since the epoch by the service's clock. It rises with each act of this
   * device, so it also names this version of the pending change.
   */
  readonly at: number
  /** When this device brought the service to `base` itself: milliseconds since the epoch by the service's clock, rounded up. */
  readonly baseAt?: number | undefined
  /** By how many milliseconds the service's clock was taken to be ahead of the device's when `at` was made. */
  readonly ahead: number
  /** What was sent last, written before the request begins. Present until it is known what became of it. */
  readonly sent?: Sent | undefined
  /** Why it is not delivered. A person decides what becomes of it. */
  readonly blocked?: Blocked | undefined
}

export interface Sent {
  /** The version of the pending change that was sent. */
  readonly at: number
  readonly want: Value | null
  /** When, by the clock of the device: milliseconds since the epoch. */
  readonly since: number
  /** Not later than this, by the clock of the service: milliseconds since the epoch. Missing where that was not known. */
  readonly serviceAt?: number | undefined
  readonly epoch: number
  /** Of time read: what the service had of the day before. */
  readonly before?: Value | null | undefined
  /** Of a push: the head of the feed on top of which alone it takes effect. */
  readonly head?: number | undefined
  /** The code of the service's refusal, if it refused. It is believed once it is seen that what was wanted is not there. */
  readonly refused?: string | undefined
}

/** `refused`: the service does not take it. `conflict`: it was changed elsewhere, too. `depends`: its collection is gone. */
export type WhyBlocked = 'refused' | 'conflict' | 'depends'

export interface Blocked {
  readonly why: WhyBlocked
  readonly code?: string | undefined
  /** Of a conflict: what the service has. Null: it was deleted there. */
  readonly theirs?: Value | null | undefined
  /** Milliseconds since the epoch. */
  readonly since: number
}

/** What the service has of an entity, as far as this device has been told. */
export interface Row extends Entity {
  /** The service's own id. */
  readonly id?: string | undefined
  /** Null: gone. The row stays for its `tick`. */
  readonly value: Value | null
  /** When this device brought the service to `value` itself, as `baseAt` of a pending change. */
  readonly broughtAt?: number | undefined
  /** When it last changed at the service, as the feed told. What is told of an earlier time is no news. */
  readonly at?: number | undefined
  /** Rises with each answer that changed a row. A listing that began at a lower one knows less than this row. */
  readonly tick: number
  /** A whole listing did not name it. Only a second one is believed. */
  readonly missed?: true | undefined
  /** What it was before it was gone. */
  readonly last?: Value | undefined
  /** Of a bookmark: the service told it with `isReading`. */
  readonly isReading?: true | undefined
  /** Of the place: the sessions that the feed told, of which it is the latest. `at` is when a person was there. */
  readonly sessions?: readonly ReadingSession[] | undefined
  /** Of a collection: its own time and count, which tell whether its members have to be listed again. */
  readonly state?: string | undefined
}
