import { ObservableValue } from '@waraq/client'
import type { ResourceKey } from '@waraq/contract'
import type { PackedIndex } from '../inverted/resource-index.ts'
import type { Chosen } from '../keeping/chosen.ts'
import type { IndexMarks, StoredIndex } from './stored-index.ts'

/** Where indexes, and what is chosen, outlive the page. What cannot be read counts as absent. */
export interface IndexStorage {
  readonly persistent: boolean
  /**
   * Tells what is chosen, now and whenever this or another tab chooses. Returns what ends that.
   */
  followChosen(listener: (chosen: Chosen) => void): () => void
  /** @throws {WaraqError} `quota_exceeded`, `storage_failed` */
  choose(chosen: Chosen): Promise<void>
  /** With a mark: only the index of that commit. */
  load(key: ResourceKey, mark?: string): Promise<StoredIndex | undefined>
  /** Whole or not at all. Where it fails, the next start begins with an older index, or with none. */
  save(key: ResourceKey, marks: IndexMarks, packed: PackedIndex): Promise<void>
  /** Forgets the indexes of all other resources. */
  keepOnly(keys: readonly ResourceKey[]): Promise<void>
  close(): void
}

/** Nothing outlives the page; what is chosen is known to whoever chose. */
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
