import type { ContentStore } from './content-store.ts'
import type { LiveSources } from './live.ts'

/** What a store has inside, for other doors of this package: its database, opened as the store does. */
export interface StoreInside extends LiveSources {
  readonly name: string
}

/** By store, so that it is in no public type. */
export const insides = new WeakMap<ContentStore, StoreInside>()
