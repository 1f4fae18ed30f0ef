import type { MushafId, ReadingSlot } from '@waraq/protocol/user'
import type { NoteValue, PlaceValue, ReadingBookmark, Target } from './entity.ts'
import type { ReadingForms } from './reading-forms.ts'

/** A latest state that the feed reported. Null: it is gone. */
export type ReportedState = {
  /** When it last changed, in milliseconds by the service's clock. */
  readonly at: number
} & (
  | {
      readonly what: 'bookmark'
      readonly id: string
      readonly is: {
        readonly target: Target
        /** Undefined if the service reports none. */
        readonly isReading: boolean | undefined
        /** When it was changed, as its client reported; otherwise the same as `at`. */
        readonly mutatedAt: number
        /** For pages. */
        readonly mushafId?: MushafId
        /** Undefined if favorites are reported as members. */
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
      /** Of a deleted member, of which nothing else is reported. */
      readonly id: string
      readonly is: false
      readonly collectionId?: undefined
    }
  | {
      readonly what: 'member'
      readonly collectionId: string
      readonly bookmarkId: string | undefined
      /** Undefined if only its bookmark reports it. */
      readonly target: Target | undefined
      readonly is: boolean
    }
  | { readonly what: 'note'; readonly id: string; readonly is: NoteValue | null; readonly made?: Made }
  | {
      readonly what: 'reading'
      /** `at` is when a person put it there, as their client reported. */
      readonly id: string
      /** Missing for a deleted one, of which nothing else is reported. */
      readonly slot?: ReadingSlot
      readonly is: ReadingBookmark | null
    }
  | {
      readonly what: 'place'
      /** `at` is when a person read there, as their client reported; for a deleted one, when the deletion arrived. */
      readonly id: string | undefined
      readonly is: PlaceValue | null
    }
)

/** How a device recognises what it made. */
export interface Made {
  /** The time that its device sent with it; undefined if none is reported. */
  readonly at: number | undefined
  /** It was changed after it was made. */
  readonly isChanged: boolean
}

export interface Pulled {
  /** Ordered by their times. */
  readonly reported: readonly ReportedState[]
  /** Names of the rows that could be read, and of the rows that could not. Unreadable rows are left out of `reported`. */
  readonly read: ReadonlySet<string>
  readonly unreadable: readonly string[]
  readonly reading: ReadingForms
  /** When anything last changed. */
  readonly head: number
  /** All pages belong to the same state: nothing is missing between them. */
  readonly agrees: boolean
}
