import type { ComponentType, ReactNode } from 'react'
import type { SavedList } from '../routes/route.ts'

/** The screens of the person's own data, with their props. */
export interface UserScreens {
  readonly SavedPage: ComponentType<{ readonly list: SavedList }>
  readonly CollectionPage: ComponentType<{ readonly of: string }>
  readonly AccountPage: ComponentType
  readonly PlanPage: ComponentType
}

/** The components that show the person's own data. Their code is loaded after the first verse. */
export interface UserModule extends UserScreens {
  /** Next to a verse of a list. `inRow`: one of the tools in its row. */
  readonly VerseFavorite: ComponentType<{ readonly verseKey: string; readonly inRow?: boolean }>
  /** In the button of a verse: the sign of notes if there are any, else `children`. */
  readonly VerseSign: ComponentType<{ readonly verseKey: string; readonly children: ReactNode }>
  /** At the end of a verse on a mushaf page. Describes the button that contains it, by `id`. */
  readonly MushafMarks: ComponentType<{ readonly verseKey: string; readonly id: string }>
  /** In the row of actions of a verse's panel. */
  readonly PanelActions: ComponentType<{ readonly verseKey: string }>
  /** A view of a verse's panel. */
  readonly NotesView: ComponentType<{ readonly verseKey: string }>
  /** Where the person last read on another device, their reading bookmarks, and their reading plan. */
  readonly PlaceCard: ComponentType
  /** The person's latest favorites. */
  readonly LatestFavorites: ComponentType
}

export interface UserState {
  /** Null until they are loaded. */
  readonly parts: UserModule | null
  /** Whether loading them failed. */
  readonly failed: boolean
}
