import type { Term } from '../query/query.ts'
import type { Word } from '../text/words.ts'
import { InvertedIndex, type Fit } from './inverted-index.ts'
import type { PackedPostings } from './postings.ts'

/** A row that has all terms, identified by its record key. */
export interface FoundRow {
  readonly recordKey: string
  readonly score: number
  readonly fit: Fit
}

/** The index of one resource as plain data, to be stored. */
export interface PackedIndex extends PackedPostings {
  /** Record keys of the rows, in the order of their numbers. */
  readonly recordKeys: readonly string[]
  /** Digest of each row's text. */
  readonly digests: Uint32Array<ArrayBuffer>
}

/**
 * The index of one resource: the rows of each word, and a digest of each row's text. The digests show later which rows changed.
 */
export class ResourceIndex {
  readonly #inverted: InvertedIndex
  /** Record key and digest by row number. Entries of removed rows stay until `settle`. */
  #recordKeys: string[]
  #digests: number[]
  readonly #rowOf: Map<string, number>

  private constructor(inverted: InvertedIndex, recordKeys: string[], digests: number[]) {
    this.#inverted = inverted
    this.#recordKeys = recordKeys
    this.#digests = digests
    this.#rowOf = new Map(recordKeys.map((recordKey, row) => [recordKey, row]))
  }

  static empty(): ResourceIndex {
    return new ResourceIndex(InvertedIndex.empty(), [], [])
  }

  /** @throws {RangeError} if the data is not a result of `pack` */
  static unpack({ recordKeys, digests, ...postings }: PackedIndex): ResourceIndex {
    if (recordKeys.length !== digests.length) throw new RangeError('There is not one digest a row')
    return new ResourceIndex(InvertedIndex.unpack(postings, recordKeys.length), [...recordKeys], [...digests])
  }

  get rows(): number {
    return this.#rowOf.size
  }

  recordKeys(): IterableIterator<string> {
    return this.#rowOf.keys()
  }

  /** Digest of the row's text when it was indexed; undefined if the row is not indexed. */
  digestOf(recordKey: string): number | undefined {
    const row = this.#rowOf.get(recordKey)
    return row === undefined ? undefined : this.#digests[row]
  }

  /** Indexes the row and replaces its former text. */
  put(recordKey: string, digest: number, words: readonly Word[]): void {
    this.drop(recordKey)
    const row = this.#inverted.add(words.flatMap(({ forms }) => forms))
    this.#recordKeys[row] = recordKey
    this.#digests[row] = digest
    this.#rowOf.set(recordKey, row)
  }

  drop(recordKey: string): void {
    const row = this.#rowOf.get(recordKey)
    if (row === undefined) return
    this.#inverted.remove(row)
    this.#rowOf.delete(recordKey)
  }

  /** Frees the memory of dropped rows. Traverses the entire index, so call it once after many changes. */
  settle(): void {
    const renumbered = this.#inverted.compact()
    if (!renumbered) return
    const kept = [...renumbered.keys()].filter((row) => renumbered[row]! >= 0)
    this.#recordKeys = kept.map((row) => this.#recordKeys[row]!)
    this.#digests = kept.map((row) => this.#digests[row]!)
    for (const [row, recordKey] of this.#recordKeys.entries()) this.#rowOf.set(recordKey, row)
  }

  find(terms: readonly Term[]): FoundRow[] {
    return this.#inverted
      .find(terms)
      .map(({ row, score, fit }) => ({ recordKey: this.#recordKeys[row]!, score, fit }))
  }

  pack(): PackedIndex {
    this.settle()
    return {
      ...this.#inverted.pack(),
      recordKeys: [...this.#recordKeys],
      digests: Uint32Array.from(this.#digests),
    }
  }
}
