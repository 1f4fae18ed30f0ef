import { ObservableValue } from '../../client/observable.ts'
import type { ResourceKey } from '@waraq/protocol'
import type { PackedIndex } from '../inverted/resource-index.ts'
import type { Chosen } from '../indexing/chosen.ts'
import type { IndexMarks, StoredIndex } from './stored-index.ts'

/** Keeps indexes and the choice of resources beyond the page. Unreadable data counts as absent. */
export interface IndexStorage {
  readonly persistent: boolean
  /**
   * Calls the listener with the choice, now and after each choice in this or another tab. Returns a function that stops watching.
   */
  followChosen(listener: (chosen: Chosen) => void): () => void
  /** @throws {WaraqError} `quota_exceeded`, `storage_failed` */
  choose(chosen: Chosen): Promise<void>
  /** Loads an index. With a mark, loads only the index of that commit. */
  load(key: ResourceKey, mark?: string): Promise<StoredIndex | undefined>
  /** Stores the index completely or not at all. If that fails, the next start uses an older index or none. */
  save(key: ResourceKey, marks: IndexMarks, packed: PackedIndex): Promise<void>
  /** Deletes the indexes of all other resources. */
  keepOnly(keys: readonly ResourceKey[]): Promise<void>
  close(): void
}

/** Keeps nothing beyond the page, and does not share the choice with other tabs. */
export class MemoryStorage implements IndexStorage {
  readonly persistent = false
  readonly #chosen = new ObservableValue<Chosen>('translations')

  followChosen(listener: (chosen: Chosen) => void): () => void {
    return this.#chosen.watch(listener)
  }

  async choose(chosen: Chosen): Promise<void> {
    this.#chosen.set(chosen)
  }

  async load(): Promise<undefined> {}
  async save(): Promise<void> {}
  async keepOnly(): Promise<void> {}
  close(): void {}
}
