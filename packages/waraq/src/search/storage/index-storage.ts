import { ObservableValue } from '../../client/observable.ts'
import type { ResourceKey } from '@waraq/protocol'
import type { PackedIndex } from '../inverted/resource-index.ts'
import type { Chosen } from '../keeping/chosen.ts'
import type { IndexMarks, StoredIndex } from './stored-index.ts'

/** Keeps indexes, and the choice of resources, beyond the page. What cannot be read counts as absent. */
export interface IndexStorage {
  readonly persistent: boolean
  /**
   * Calls the listener with the choice, now and whenever this or another tab chooses. Returns a function that ends that.
   */
  followChosen(listener: (chosen: Chosen) => void): () => void
  /** @throws {WaraqError} `quota_exceeded`, `storage_failed` */
  choose(chosen: Chosen): Promise<void>
  /** With a mark: only the index of that commit. */
  load(key: ResourceKey, mark?: string): Promise<StoredIndex | undefined>
  /** Stores the index whole or not at all. Where that fails, the next start begins with an older index, or with none. */
  save(key: ResourceKey, marks: IndexMarks, packed: PackedIndex): Promise<void>
  /** Forgets the indexes of all other resources. */
  keepOnly(keys: readonly ResourceKey[]): Promise<void>
  close(): void
}

/** Keeps nothing beyond the page, and shares the choice with no other tab. */
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
