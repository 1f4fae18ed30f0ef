/** How long a source goes on after its last component left, in milliseconds: components often come back soon. */
export const keepMs = 5_000

interface SharedSourceOptions<T> {
  readonly initial: T
  /** Begins to follow where the value comes from. Returns a function that ends that. */
  readonly start: (change: (next: (before: T) => T) => void) => () => void
  /** Called once the source has ended; it begins anew with the next listener. */
  readonly onEnd?: (() => void) | undefined
}

/**
 * A value that any number of components follow, as `useSyncExternalStore` takes it. Begins with the first of them and ends
 * some seconds after the last: neither StrictMode, which leaves and comes back, nor a page that is opened again asks twice.
 */
export class SharedSource<T> {
  readonly #options: SharedSourceOptions<T>
  readonly #listeners = new Set<() => void>()
  #value: T
  #end: (() => void) | undefined
  #leaving: ReturnType<typeof setTimeout> | undefined

  constructor(options: SharedSourceOptions<T>) {
    this.#options = options
    this.#value = options.initial
  }

  readonly get = (): T => this.#value

  readonly subscribe = (listener: () => void): (() => void) => {
    // Wrapped, because the same listener may be given twice and be removed once.
    const own = () => listener()
    this.#listeners.add(own)
    this.begin()
    return () => {
      this.#listeners.delete(own)
      this.endLater()
    }
  }

  /** Begins without a listener, for a component that has to wait before it can be one. `endLater` ends it. */
  begin(): void {
    clearTimeout(this.#leaving)
    this.#end ??= this.#options.start((next) => this.#change(next))
  }

  /**
   * Takes a value from elsewhere while the source has not begun. It is dropped some time later, unless the source has begun
   * by then.
   */
  seed(value: T): void {
    if (this.#end) return
    this.#value = value
    clearTimeout(this.#leaving)
    this.#leaving = setTimeout(() => this.#stop(), keepMs)
  }

  /** Ends some time later, unless a component follows it by then. */
  endLater(ms = keepMs): void {
    if (this.#listeners.size > 0 || !this.#end) return
    clearTimeout(this.#leaving)
    this.#leaving = setTimeout(() => this.#stop(), ms)
  }

  #stop(): void {
    this.#end?.()
    this.#end = undefined
    this.#value = this.#options.initial
    this.#options.onEnd?.()
  }

  #change(next: (before: T) => T): void {
    this.#value = next(this.#value)
    const told = [...this.#listeners]
    for (const listener of told) listener()
  }
}
