/** A value that tells when it changes; made for React's `useSyncExternalStore`, Svelte's stores and the like. */
export interface Observable<T> {
  readonly get: () => T
  /** Calls the listener after each change. Returns a function that ends this. */
  readonly subscribe: (listener: () => void) => () => void
}

export class ObservableValue<T> implements Observable<T> {
  #value: T
  readonly #listeners = new Set<() => void>()

  constructor(value: T) {
    this.#value = value
  }

  readonly get = (): T => this.#value

  readonly subscribe = (listener: () => void): (() => void) => {
    // Wrapped, so that a listener that was given twice ends each subscription on its own.
    const own = () => listener()
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }

  set(value: T): void {
    this.#value = value
    // A copy: listeners that subscribe meanwhile know the value already.
    const told = [...this.#listeners]
    for (const listener of told) listener()
  }
}
