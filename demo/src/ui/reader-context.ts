import type { SyncEngine } from 'waraq'
import type { Fonts, Recordings } from 'waraq/files'
import { createContext, useContext, type ComponentType } from 'react'
import type { Available } from '../names/available.ts'
import type { Names } from '../names/names.ts'
import type { AudioPlayer } from '../player/audio-player.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import type { Observable } from '../observable.ts'
import type { UserState } from '../user/user-module.ts'
import type { SyncController } from '../sync/sync-controller.ts'

/** The parts that all components of the page use, in addition to the library's store and names. */
export interface Reader {
  readonly sync: SyncController
  /** The engine, for watching. */
  readonly engine: Pick<SyncEngine, 'watch' | 'onProblem' | 'droppable' | 'prioritize'>
  readonly names: Names
  readonly available: Available
  /** Fonts of glyph mushafs. Loaded and opened with the first page or list that needs them. */
  readonly fonts: () => Promise<Fonts>
  /** Recordings of recitations, loaded and opened in the same way. Null if the settings name no host of recordings. */
  readonly recordings: (() => Promise<Recordings>) | null
  readonly settings: SettingsStore
  readonly player: AudioPlayer
  /** The person's own data, and the components that show it. Loaded after the first verse. */
  readonly user: Observable<UserState>
  /**
   * The start of a verse in a list. Passed by reference, so that code that is loaded later need not share modules with the
   * start.
   */
  readonly Beginning: ComponentType<{ readonly verseKey: string }>
  /** The address of the admin endpoint. Null if the service is no sandbox. */
  readonly admin: string | null
}

export const ReaderContext = createContext<Reader | null>(null)

export function useReader(): Reader {
  const reader = useContext(ReaderContext)
  if (!reader) throw new Error('This component needs a ReaderContext around it.')
  return reader
}
