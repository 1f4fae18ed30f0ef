import type { MushafId, ReadingSlot } from '@waraq/protocol/user'
import type { NoteValue, PlaceValue, ReadingBookmark, Target } from './entity.ts'
import type { ReadingForms } from './reading-forms.ts'

/** A latest state that the feed told. Null: it is gone. */
export type Told = {
  /** When it last changed, in the service's milliseconds. */
  readonly at: number
} & (
  | {
      readonly what: 'bookmark'
      readonly id: string
      readonly is: {
        readonly target: Target
        /** Undefined where the service tells none. */
        readonly isReading: boolean | undefined
        /** When it was changed, as its client said; else as `at`. */
        readonly actedAt: number
        /** Of pages. */
        readonly mushafId?: MushafId
        /** Undefined where Favorites are told as members. */
        readonly isFavorite: boolean | undefined
      } | null
    }
  | {
      readonly what: 'collection'
      readonly id: string
      readonly is: { readonly name: string; readonly of: 'person' | 'favorites' | 'system' } | null
      readonly made?: Made
    }
  | {
      readonly what: 'member'
      /** Of one that is gone, of which nothing else is told. */
      readonly id: string
      readonly is: false
      readonly collectionId?: undefined
    }
  | {
      readonly what: 'member'
      readonly collectionId: string
      readonly bookmarkId: string | undefined
      /** Undefined where only its bookmark tells it. */
      readonly target: Target | undefined
      readonly is: boolean
    }
  | { readonly what: 'note'; readonly id: string; readonly is: NoteValue | null; readonly made?: Made }
  | {
      readonly what: 'reading'
      /** `at` is when a person put it there, as their client said. */
      readonly id: string
      /** Missing of one that is gone, of which nothing else is told. */
      readonly slot?: ReadingSlot
      readonly is: ReadingBookmark | null
    }
  | {
      readonly what: 'place'
      /** `at` is when a person read there, as their client said; of one that is gone when that arrived. */
      readonly id: string | undefined
      readonly is: PlaceValue | null
    }
)

/** By what a device recognises what it made. */
export interface Made {
  /** The time that its device gave with it; undefined where none is told. */
  readonly at: number | undefined
  /** It was changed since it was made. */
  readonly isChanged: boolean
}

export interface Pulled {
  /** In the order of their times. */
  readonly told: readonly Told[]
  /** Names of the rows that could be read, and of those that could not: these are left out of `told`. */
  readonly read: ReadonlySet<string>
  readonly unreadable: readonly string[]
  readonly reading: ReadingForms
  /** When anything last changed. */
  readonly head: number
  /** All pages belong together: nothing is missing between them. */
  readonly agrees: boolean
}
