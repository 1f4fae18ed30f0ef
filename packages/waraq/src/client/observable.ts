/** A value that tells when it changes; made for React's `useSyncExternalStore`, Svelte's stores and the like. */
export interface Observable<T> {
  readonly get: () => T
  /** Calls the listener after each change. Returns a function that ends that. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Calls a listener of the application. Reports what it throws as an uncaught error, so that other listeners are still called. */
export function callListener<T>(listener: (value: T) => void, value: T): void {
  try {
    listener(value)
  } catch (error) {
    globalThis.reportError?.(error)
  }
}

/** A value that can be watched: the one implementation in these packages. */
export class ObservableValue<T> implements Observable<T> {
  #value: T
  readonly #listeners = new Set<(value: T) => void>()

  constructor(value: T) {
    this.#value = value
  }

  /** How many listeners there are. */
  get listeners(): number {
    return this.#listeners.size
  }

  readonly get = (): T => this.#value

  readonly subscribe = (listener: (value: T) => void): (() => void) => {
    // Two callers may give the same function, and each ends its own subscription.
    const tell = (value: T) => callListener(listener, value)
    this.#listeners.add(tell)
    return () => void this.#listeners.delete(tell)
  }

  /** Calls the listener with the value now and after each change. Returns a function that ends that. */
  watch(listener: (value: T) => void): () => void {
    const end = this.subscribe(listener)
    callListener(listener, this.#value)
    return end
  }

  set(value: T): void {
    this.#value = value
    // A listener may change the value, end other listeners, or add new ones, which know the value already.
    const told = [...this.#listeners]
    for (const tell of told) if (this.#listeners.has(tell)) tell(this.#value)
  }
}
