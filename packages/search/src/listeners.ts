import { callListener } from '@waraq/engine/link'

/** Listeners to one event. An error of one is reported as uncaught, and the others are told all the same. */
export class Listeners<T> {
  readonly #listeners = new Set<{ readonly tell: (value: T) => void }>()

  get size(): number {
    return this.#listeners.size
  }

  /** Returns a function that removes the listener. */
  add(tell: (value: T) => void): () => void {
    const listener = { tell }
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  tell(value: T): void {
    for (const { tell } of this.#listeners) callListener(tell, value)
  }

  clear(): void {
    this.#listeners.clear()
  }
}
