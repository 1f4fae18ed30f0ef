import type { Entity, Value } from './entity.ts'
import type { ReadingSession } from './reading-sessions.ts'

/** One thing of a list, with the key that it gets if it is new here. */
export interface Found {
  readonly entity: Entity
  readonly value: Value
  readonly id?: string | undefined
  readonly state?: string | undefined
  /** When it last changed at the service, where the list tells that. */
  readonly at?: number | undefined
  /** Of the place: the latest reading sessions. */
  readonly sessions?: readonly ReadingSession[] | undefined
}

/** A part of what the service has, read from its beginning to its end. */
export interface Listing {
  readonly found: readonly Found[]
  /** Whether the listing would have named this entity, so that one which it does not name may be gone. */
  readonly covers: (entity: Entity) => boolean
}

/** Lists by name. The members of a collection are `members|` and its key. */
export type ListName =
  | 'favorites'
  | 'collections'
  | 'notes'
  | 'bookmarks'
  | 'reading'
  | 'settings'
  | 'place'
  | `chapter|${number}`
  | `members|${string}`
