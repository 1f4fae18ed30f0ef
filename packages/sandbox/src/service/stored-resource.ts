import type { JsonObject, ResourceGroup, ResourceRef } from '@waraq/protocol'
import { RowHistory } from './row-history.ts'

/** A change of the entire resource. */
interface Milestone {
  readonly sequence: number
  /** Milliseconds since the epoch. */
  readonly time: number
  readonly public: boolean
}

/** One resource: its rows, and the periods in which it was public. */
export class StoredResource {
  readonly group: ResourceGroup
  readonly id: number
  readonly contentId: number | null
  readonly history: RowHistory
  readonly #generate: () => readonly JsonObject[]
  #milestones: Milestone[] = []
  #deleted = false

  constructor(ref: ResourceRef, contentId: number | null, generate: () => readonly JsonObject[]) {
    this.group = ref.group
    this.id = ref.id
    this.contentId = contentId
    this.history = new RowHistory(ref.group, generate)
    this.#generate = generate
  }

  get public(): boolean {
    return this.#milestones.at(-1)?.public ?? false
  }

  /** Whether it was public when `sequence` was the newest. */
  publicAt(sequence: number): boolean {
    return this.#milestoneAt(sequence)?.public ?? false
  }

  /** The newest creation or invalidation up to `sequence` of a resource that was public then. A bootstrap reports it. */
  resetAt(sequence: number): { readonly sequence: number; readonly time: number } {
    return this.#milestoneAt(sequence) ?? { sequence: 0, time: 0 }
  }

  /**
   * Records that clients have to fetch a snapshot from this sequence on: the resource was created, invalidated or made
   * public again.
   */
  reset(sequence: number, time: number): void {
    if (this.#deleted) this.history.replaceAll(sequence, this.#generate())
    this.#deleted = false
    this.#milestones.push({ sequence, time, public: true })
  }

  withdraw(sequence: number, time: number, options: { readonly delete: boolean }): void {
    if (options.delete) {
      this.history.replaceAll(sequence, [])
      this.#deleted = true
    }
    this.#milestones.push({ sequence, time, public: false })
  }

  #milestoneAt(sequence: number): Milestone | undefined {
    return this.#milestones.findLast((milestone) => milestone.sequence <= sequence)
  }
}
