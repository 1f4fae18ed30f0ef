/** A value that reports its changes. Fits React's `useSyncExternalStore`, Svelte's stores and similar APIs. */
export interface Observable<T> {
  readonly get: () => T
  /** Calls the listener after each change. Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Calls a listener of the application. Reports an error that it throws as uncaught, so that other listeners are still called. */
export function callListener<T>(listener: (value: T) => void, value: T): void {
  try {
    listener(value)
  } catch (error) {
    globalThis.reportError?.(error)
  }
}

/** An observable value: the only implementation in these packages. */
export class ObservableValue<T> implements Observable<T> {
  #value: T
  readonly #listeners = new Set<(value: T) => void>()

  constructor(value: T) {
    this.#value = value
  }

  /** Number of listeners. */
  get listeners(): number {
    return this.#listeners.size
  }

  readonly get = (): T => this.#value

  readonly subscribe = (listener: (value: T) => void): (() => void) => {
    // A separate function for each call: two callers may pass the same listener, and each ends only its own subscription.
    const tell = (value: T) => callListener(listener, value)
    this.#listeners.add(tell)
    return () => void this.#listeners.delete(tell)
  }

  /** Calls the listener with the value now and after each change. Returns a function that unsubscribes. */
  watch(listener: (value: T) => void): () => void {
    const end = this.subscribe(listener)
    callListener(listener, this.#value)
    return end
  }

  set(value: T): void {
    this.#value = value
    // A listener may change the value, end other listeners, or add new ones, which already have the value.
    const reported = [...this.#listeners]
    for (const tell of reported) if (this.#listeners.has(tell)) tell(this.#value)
  }
}
