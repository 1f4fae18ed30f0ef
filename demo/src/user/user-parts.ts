import type { ComponentType, ReactNode } from 'react'

/** What the screens of what a person keeps are given. */
export interface UserScreens {
  readonly SavedPage: ComponentType<{ readonly list: 'favorites' | 'collections' | 'notes' }>
  readonly CollectionPage: ComponentType<{ readonly of: string }>
  readonly AccountPage: ComponentType
}

/** The parts of the page that show what a person keeps. Their code is loaded after the first verse. */
export interface UserParts extends UserScreens {
  /** Beside a verse of a list; `inRow`: one of the tools in its row. */
  readonly VerseFavorite: ComponentType<{ readonly verseKey: string; readonly inRow?: boolean }>
  /** In the button of a verse: the sign of notes where there are any, else `children`. */
  readonly VerseSign: ComponentType<{ readonly verseKey: string; readonly children: ReactNode }>
  /** At the end of a verse of a mushaf's page. Describes the button that it stands in, by `id`. */
  readonly MushafMarks: ComponentType<{ readonly verseKey: string; readonly id: string }>
  /** In the row of actions of a verse's panel. */
  readonly PanelActions: ComponentType<{ readonly verseKey: string }>
  /** A view of a verse's panel. */
  readonly NotesView: ComponentType<{ readonly verseKey: string }>
  /** Where the person read last on another device, and their reading bookmarks. */
  readonly PlaceCard: ComponentType
}

export interface UserState {
  /** Null until they are loaded. */
  readonly parts: UserParts | null
  /** They could not be loaded. */
  readonly failed: boolean
}
