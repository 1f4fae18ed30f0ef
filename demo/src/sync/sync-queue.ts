import { isTranslation } from './kept-resources.ts'

/** Subscriptions that wait for a sync. */
export class SyncQueue {
  readonly #filters = new Set<string>()
  #everything = false

  addAll(): void {
    this.#everything = true
    this.#filters.clear()
  }

  add(filter: string): void {
    if (!this.#everything) this.#filters.add(filter)
  }

  remove(filter: string): void {
    this.#filters.delete(filter)
  }

  /** What to sync next: 'all', one filter, or undefined. Translations go first, being small: reading can begin. */
  take(): 'all' | string | undefined {
    if (this.#everything) {
      this.#everything = false
      return 'all'
    }
    const waiting = [...this.#filters]
    const next = waiting.find(isTranslation) ?? waiting[0]
    if (next !== undefined) this.#filters.delete(next)
    return next
  }
}
