import type { StorageStatus } from 'waraq'
import type { Words } from '../words/words.ts'
import type { SyncState } from './sync-state.ts'

/** The state of storage as the storage screen shows it. */
export interface StorageShown {
  readonly state: StorageStatus['state']
  readonly persisted: boolean | null
  /** Figures that the browser reports. Figures that it withholds are left out. */
  readonly facts: readonly { readonly term: string; readonly text: string }[]
  /** The reason, followed by what to do. */
  readonly why: string
  readonly advice: string | null
  /** Whether some sizes are not exact. */
  readonly estimated: boolean
}

/** Adds to the engine's status whether the browser promised to keep the storage, which only a page can know. */
export function storageShown(
  { status, care }: Pick<SyncState, 'status' | 'care'>,
  words: Words,
): StorageShown | null {
  if (!status) return null
  const { state, usage, available, persisted: reported } = status.storage
  const { storage } = words
  const persisted = state === 'memory' ? false : (care.persisted ?? reported)
  const promise = persisted === null ? 'unknown' : persisted ? 'yes' : 'no'
  // The words for these states already mention the promise.
  const isSaid = state === 'ok' || state === 'unknown' || state === 'memory'
  return {
    state,
    persisted,
    facts: [
      ...(usage === null ? [] : [{ term: storage.used, text: storage.estimate(usage) }]),
      ...(available === null ? [] : [{ term: storage.available, text: storage.estimate(available) }]),
      ...(state === 'memory' ? [] : [{ term: storage.kept, text: storage.persisted[promise] }]),
    ],
    why: storage.why(state, persisted),
    estimated: usage !== null || available !== null,
    advice: persisted === false && !isSaid ? storage.askForPersistence : null,
  }
}
