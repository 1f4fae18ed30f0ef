import type { SyncResource } from '@waraq/protocol/user'
import type { Observed } from '../model/decide.ts'
import type { Entity, Value } from '../model/entity.ts'
import type { Listing, ListName } from '../model/listing.ts'
import type { Pulled } from '../model/told.ts'
import type { ReadingState } from './reading-mutations.ts'

/** How one request is made. */
export interface TransportCall {
  readonly signal: AbortSignal
  /** Runs in the task in which a request begins; what it throws keeps it from beginning. */
  readonly beforeSend?: (() => void) | undefined
}

/** An entity as a transport needs it. */
export interface Subject {
  readonly entity: Entity
  /** The service's id of it. */
  readonly id?: string | undefined
  /** The service's id of its collection. */
  readonly ownerId?: string | undefined
  /** What was sent last, and not later than when by the service's clock: what to look for where there is no id yet. */
  readonly sent?: { readonly want: Value | null; readonly since: number | undefined } | undefined
  /** What is wanted. */
  readonly want: Value | null
}

/** Of some ids of the service, those that this device keeps as other entities. */
export type IsKnown = (ids: readonly string[]) => Promise<ReadonlySet<string>>

/** How user data is read from the service and written there, one entity or list at a time. */
export interface UserTransport {
  /** What the service has of an entity. */
  probe(subject: Subject, isKnown: IsKnown, call: TransportCall): Promise<Observed>
  /** Brings an entity from what it is to what is wanted. Resolves once the service has confirmed it. */
  send(
    subject: Subject,
    from: Value | null,
    call: TransportCall,
  ): Promise<{ readonly id?: string | undefined }>
  /** `ownerId` is the service's id of a collection whose members are listed. */
  list(name: ListName, ownerId: string | undefined, call: TransportCall): Promise<Listing>
}

/** One entity in a push. */
export interface FeedChange {
  readonly entity: Entity
  readonly id: string | undefined
  /** The service's id of its collection. */
  readonly ownerId: string | undefined
  /** Of members, bookmarks and reading bookmarks: the service's id of the bookmark of their place. */
  readonly bookmarkId: string | undefined
  /** Of reading bookmarks. */
  readonly reading?: ReadingState | undefined
  readonly want: Value | null
  /** The version of the pending change, by which what is made is recognised. */
  readonly at: number
  /** When the person acted, by the service's clock: which of two acts is later is known by it. */
  readonly actedAt: number
}

/** The place of a change in a push. */
export interface Refused {
  readonly index: number
  readonly resource: SyncResource
}

/** The feed of latest states: all that changed is read together, and changes are sent together. */
export interface Feed {
  /** Whether the feed has it, and the account may see and change it there. */
  covers(entity: Entity): boolean
  /** Whether all that a list would tell comes by the feed. */
  lists(name: ListName): boolean
  /** When anything last changed. */
  head(call: TransportCall): Promise<number>
  pull(since: number, call: TransportCall): Promise<Pulled>
  /** How many mutations a change takes. None: the service has no form for it. */
  count(change: FeedChange): number
  /** The order in which changes are sent: lower first. */
  rank(change: Pick<FeedChange, 'entity' | 'want'>): number
  /**
   * Sends changes on top of `head`. Resolves with how many the service says it applied, and the head that this led to.
   * @throws {WaraqError} `out_of_sync` where something has changed since
   */
  push(
    changes: readonly FeedChange[],
    head: number,
    call: TransportCall,
  ): Promise<{ readonly applied: number; readonly head: number }>
  /** Which of the changes of a push a refusal names, and the resource in which it was refused; undefined where it names none. */
  refusedAt(error: unknown, changes: readonly FeedChange[]): Refused | undefined
}
