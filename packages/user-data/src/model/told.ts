import type { NoteValue, Target } from './entity.ts'

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
        readonly isReading: boolean
        /** Undefined where Favorites are told as members. */
        readonly isStarred: boolean | undefined
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
      readonly collectionId: string
      readonly bookmarkId: string | undefined
      /** Undefined where only its bookmark tells it. */
      readonly target: Target | undefined
      readonly is: boolean
    }
  | { readonly what: 'note'; readonly id: string; readonly is: NoteValue | null; readonly made?: Made }
  | { readonly what: 'place'; readonly is: { readonly chapter: number; readonly verse: number } }
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
  /** When anything last changed. */
  readonly head: number
  /** All pages belong together: nothing is missing between them. */
  readonly agrees: boolean
}
