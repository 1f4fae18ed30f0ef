import type { WaraqError } from '@waraq/contract'

interface Waiting {
  readonly resolve: () => void
  readonly reject: (error: WaraqError) => void
}

/** The start that searches wait for: the library can be read, and stored indexes are loaded. */
export class Start {
  /** Why the library cannot be read at present. */
  error: WaraqError | undefined
  #isDone = false
  readonly #waiting = new Set<Waiting>()

  get isDone(): boolean {
    return this.#isDone
  }

  /** Resolves once searches can be answered. Rejects while the library cannot be read, with the reason. */
  wait(): Promise<void> {
    if (this.#isDone) return Promise.resolve()
    if (this.error) return Promise.reject(this.error)
    return new Promise((resolve, reject) => this.#waiting.add({ resolve, reject }))
  }

  finish(): void {
    this.#isDone = true
    for (const { resolve } of this.#waiting) resolve()
    this.#waiting.clear()
  }

  fail(error: WaraqError): void {
    this.error = error
    for (const { reject } of this.#waiting) reject(error)
    this.#waiting.clear()
  }
}
