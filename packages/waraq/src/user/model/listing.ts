import type { Entity, Value } from './entity.ts'
import type { ReadingSession } from './reading-sessions.ts'

/** One entity of a list, with the key that it gets if it is new here. */
export interface Found {
  readonly entity: Entity
  readonly value: Value
  readonly id?: string | undefined
  readonly state?: string | undefined
  /** When it last changed at the service, if the list reports that. */
  readonly at?: number | undefined
  /** For the place: the latest reading sessions. */
  readonly sessions?: readonly ReadingSession[] | undefined
}

/** A part of what the service has, read completely. */
export interface Listing {
  readonly found: readonly Found[]
  /** Whether the listing would have named this entity. If it does not name it, the entity may be gone. */
  readonly covers: (entity: Entity) => boolean
}

/** The names of lists. The members of a collection are `members|` and its key. */
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
