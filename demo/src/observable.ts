import type { Observable } from '@waraq/engine/catalogue'

export type { Observable }

export class State<T extends object> implements Observable<T> {
  #value: T
  readonly #listeners = new Set<() => void>()

  constructor(initial: T) {
    this.#value = initial
  }

  readonly get = (): T => this.#value

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  update(change: Partial<T>): void {
    this.#value = { ...this.#value, ...change }
    for (const listener of this.#listeners) listener()
  }
}
