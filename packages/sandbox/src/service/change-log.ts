import { type Mutation, resourceKey } from '@waraq/protocol'

/** The append-only log of changes. Sequences increase by one across all resources. */
export class ChangeLog {
  readonly #now: () => number
  #entries: Mutation[] = []
  #current: number
  #forgotten: number

  /** @param first sequence of the first entry */
  constructor(first: number, now: () => number) {
    this.#now = now
    this.#current = first - 1
    this.#forgotten = first - 1
  }

  /** Sequence of the newest entry. */
  get current(): number {
    return this.#current
  }

  /** The log no longer has entries up to and including this sequence. */
  get forgotten(): number {
    return this.#forgotten
  }

  append(change: Omit<Mutation, 'sequence' | 'changed_at'>): Mutation {
    this.#current += 1
    const changedAt = new Date(this.#now()).toISOString()
    const mutation: Mutation = { sequence: this.#current, ...change, changed_at: changedAt } as Mutation
    this.#entries.push(mutation)
    return mutation
  }

  /** Entries after `after` up to `until` that `covers` accepts, ascending; at most `limit`. */
  between(after: number, until: number, covers: (key: string) => boolean, limit: number): Mutation[] {
    const found: Mutation[] = []
    for (let index = Math.max(0, after - this.#forgotten); index < this.#entries.length; index++) {
      const entry = this.#entries[index]!
      if (entry.sequence > until || found.length === limit) break
      if (covers(resourceKey({ group: entry.resource_group, id: entry.resource_id }))) found.push(entry)
    }
    return found
  }

  /** Removes all entries up to a sequence. Tokens from before it are then refused. */
  compact(upTo: number): void {
    const end = Math.min(upTo, this.#current)
    if (end <= this.#forgotten) return
    this.#entries = this.#entries.filter((entry) => entry.sequence > end)
    this.#forgotten = end
  }
}
