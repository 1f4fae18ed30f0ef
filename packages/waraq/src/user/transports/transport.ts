import type { SyncResource } from '@waraq/protocol/user'
import type { Observed } from '../model/decide.ts'
import type { Entity, Value } from '../model/entity.ts'
import type { Listing, ListName } from '../model/listing.ts'
import type { Pulled } from '../model/reported.ts'
import type { ReadingState } from './reading-mutations.ts'

/** The options of one request. */
export interface TransportCall {
  readonly signal: AbortSignal
  /** Runs in the same task as the start of a request. If it throws, the request does not start. */
  readonly beforeSend?: (() => void) | undefined
}

/** An entity with what a transport needs to know of it. */
export interface Subject {
  readonly entity: Entity
  /** The service's id of the entity. */
  readonly id?: string | undefined
  /** The service's id of its collection. */
  readonly ownerId?: string | undefined
  /** What was sent last, and the latest possible time by the service's clock. A probe searches for it if there is no id yet. */
  readonly sent?: { readonly desired: Value | null; readonly since: number | undefined } | undefined
  /** The desired value. */
  readonly desired: Value | null
}

/** Returns those of the service's ids that this device stores as other entities. */
export type IsKnown = (ids: readonly string[]) => Promise<ReadonlySet<string>>

/** Reads user data from the service and writes it there, one entity or list at a time. */
export interface UserTransport {
  /** Reads the service's value of an entity. */
  probe(subject: Subject, isKnown: IsKnown, call: TransportCall): Promise<Observed>
  /** Brings an entity from its current to its desired value. Resolves once the service has confirmed it. */
  send(
    subject: Subject,
    from: Value | null,
    call: TransportCall,
  ): Promise<{ readonly id?: string | undefined }>
  /** `ownerId` is the service's id of the collection whose members are listed. */
  list(name: ListName, ownerId: string | undefined, call: TransportCall): Promise<Listing>
}

/** One entity in a push. */
export interface FeedChange {
  readonly entity: Entity
  readonly id: string | undefined
  /** The service's id of its collection. */
  readonly ownerId: string | undefined
  /** For members, bookmarks and reading bookmarks: the service's id of the bookmark of their place. */
  readonly bookmarkId: string | undefined
  /** For reading bookmarks. */
  readonly reading?: ReadingState | undefined
  readonly desired: Value | null
  /** The version of the pending change. A device recognises by it what it made. */
  readonly at: number
  /** When the person made the mutation, by the service's clock. It decides which of two mutations is later. */
  readonly mutatedAt: number
}

/** The position of a refused change in a push. */
export interface Refused {
  readonly index: number
  readonly resource: SyncResource
}

/** The feed of latest states: all changes are read together, and sent together. */
export interface Feed {
  /** Whether the feed has this entity, and the account may see and change it there. */
  covers(entity: Entity): boolean
  /** Whether everything in this list is also received by the feed. */
  lists(name: ListName): boolean
  /** When anything last changed. */
  head(call: TransportCall): Promise<number>
  pull(since: number, call: TransportCall): Promise<Pulled>
  /** The number of mutations of a change. Zero: the service has no form for it. */
  count(change: FeedChange): number
  /** The order in which changes are sent: lower ranks first. */
  rank(change: Pick<FeedChange, 'entity' | 'desired'>): number
  /**
   * Sends changes on top of `head`. Resolves with how many the service reports as applied, and the resulting head.
   * @throws {WaraqError} `out_of_sync` if something has changed since
   */
  push(
    changes: readonly FeedChange[],
    head: number,
    call: TransportCall,
  ): Promise<{ readonly applied: number; readonly head: number }>
  /** The change of a push that a refusal names, with the resource that was refused; undefined if it names none. */
  refusedAt(error: unknown, changes: readonly FeedChange[]): Refused | undefined
}
