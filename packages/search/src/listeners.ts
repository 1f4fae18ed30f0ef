import { callListener } from '@waraq/engine/link'

/** Whoever wants to hear of something. What one of them throws is shown as uncaught and harms nobody else. */
export class Listeners<T> {
  readonly #listeners = new Set<{ readonly tell: (value: T) => void }>()

  get size(): number {
    return this.#listeners.size
  }

  /** Returns what takes the listener away. */
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
