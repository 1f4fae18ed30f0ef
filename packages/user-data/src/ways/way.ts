import type { Seen } from '../model/decide.ts'
import type { Entity, Value } from '../model/entity.ts'
import type { Listing, ListName } from '../model/listing.ts'

/** How one request is made. */
export interface WayCall {
  readonly signal: AbortSignal
  /** Runs in the task in which a request begins; what it throws keeps it from beginning. */
  readonly beforeSend?: (() => void) | undefined
}

/** An entity as a way to the service needs it. */
export interface Subject {
  readonly entity: Entity
  /** The service's id of it. */
  readonly id?: string | undefined
  /** The service's id of its collection. */
  readonly ownerId?: string | undefined
  /** What was sent last, and about when by the service's clock: what to look for where there is no id yet. */
  readonly sent?: { readonly want: Value | null; readonly since: number } | undefined
  /** What is wanted. */
  readonly want: Value | null
}

/** Of some ids of the service, those that this device keeps as other entities. */
export type IsKnown = (ids: readonly string[]) => Promise<ReadonlySet<string>>

/** How user data is read from the service and written there. */
export interface Way {
  /** What the service has of an entity. */
  look(subject: Subject, isKnown: IsKnown, call: WayCall): Promise<Seen>
  /** Brings an entity from what it is to what is wanted. Resolves once the service has confirmed it. */
  send(subject: Subject, from: Value | null, call: WayCall): Promise<{ readonly id?: string | undefined }>
  /** `ownerId` is the service's id of a collection whose members are listed. */
  list(name: ListName, ownerId: string | undefined, call: WayCall): Promise<Listing>
}
