/** A value that tells when it changes; made for React's `useSyncExternalStore`, Svelte's stores and the like. */
export interface Observable<T> {
  readonly get: () => T
  /** Calls the listener after each change. Returns what ends that. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Calls what the application gave. What it throws is shown as uncaught, where there is a console, and harms no other. */
export function callListener<T>(listener: (value: T) => void, value: T): void {
  try {
    listener(value)
  } catch (error) {
    globalThis.reportError?.(error)
  }
}

/** The one value that is held, told of and watched, wherever in these packages one is. */
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
    // Two callers may give one function; each ends its own.
    const tell = (value: T) => callListener(listener, value)
    this.#listeners.add(tell)
    return () => void this.#listeners.delete(tell)
  }

  /** Tells the value now and after each change. Returns what ends that. */
  watch(listener: (value: T) => void): () => void {
    const end = this.subscribe(listener)
    callListener(listener, this.#value)
    return end
  }

  set(value: T): void {
    this.#value = value
    // A listener may change the value, end others, or bring new ones, which know the value already.
    const told = [...this.#listeners]
    for (const tell of told) if (this.#listeners.has(tell)) tell(this.#value)
  }
}
