import type { SyncEngine } from '@waraq/engine'
import type { Fonts } from '@waraq/reader/fonts'
import type { Recordings } from '@waraq/reader/recordings'
import { createContext, useContext } from 'react'
import type { Available } from '../names/available.ts'
import type { Names } from '../names/names.ts'
import type { AudioPlayer } from '../player/audio-player.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import type { AdminDoor } from '../sync/admin-door.ts'
import type { SyncController } from '../sync/sync-controller.ts'

/** The parts that all components of the page use, beside the library's store and names. */
export interface Reader {
  readonly sync: SyncController
  /** The engine, to watch it. */
  readonly engine: Pick<SyncEngine, 'watch' | 'onProblem' | 'droppable'>
  readonly names: Names
  readonly available: Available
  /** Fonts of glyph mushafs. Loaded and opened with the first page or list that needs them. */
  readonly fonts: () => Promise<Fonts>
  /** Recordings of recitations, loaded and opened in the same way. Null where the settings name no host of any. */
  readonly recordings: (() => Promise<Recordings>) | null
  readonly settings: SettingsStore
  readonly player: AudioPlayer
  /** The admin door, where the service is a sandbox. */
  readonly admin: AdminDoor | null
}

export const ReaderContext = createContext<Reader | null>(null)

export function useReader(): Reader {
  const reader = useContext(ReaderContext)
  if (!reader) throw new Error('This component needs a ReaderContext around it.')
  return reader
}
