import { ObservableValue } from '../client/observable.ts'

/** How long a source goes on after its last component left, in milliseconds: components often come back soon. */
export const keepMs = 5_000

interface SharedSourceOptions<T> {
  readonly initial: T
  /** Begins to follow where the value comes from. Returns a function that ends that. */
  readonly start: (source: ObservableValue<T>) => () => void
  /** Called once the source has ended; it begins anew with the next listener. */
  readonly onEnd?: (() => void) | undefined
}

/**
 * A value that any number of components follow, as `useSyncExternalStore` takes it. Begins with the first of them and ends
 * some seconds after the last: neither StrictMode, which leaves and comes back, nor a page that is opened again asks twice.
 */
export class SharedSource<T> extends ObservableValue<T> {
  readonly #options: SharedSourceOptions<T>
  #end: (() => void) | undefined
  #leaving: ReturnType<typeof setTimeout> | undefined

  constructor(options: SharedSourceOptions<T>) {
    super(options.initial)
    this.#options = options
  }

  /** Subscribes. The source begins with its first listener. */
  readonly follow = (listener: () => void): (() => void) => {
    const end = this.subscribe(listener)
    this.begin()
    return () => {
      end()
      this.endLater()
    }
  }

  /** Begins without a listener, for a component that has to wait before it can be one. `endLater` ends it. */
  begin(): void {
    clearTimeout(this.#leaving)
    this.#end ??= this.#options.start(this)
  }

  /**
   * Takes a value from elsewhere while the source has not begun. It is dropped some time later, unless the source has begun
   * by then.
   */
  seed(value: T): void {
    if (this.#end) return
    this.set(value)
    this.#stopAfter(keepMs)
  }

  /** Ends some time later, unless a component follows it by then. */
  endLater(ms = keepMs): void {
    if (this.listeners === 0 && this.#end) this.#stopAfter(ms)
  }

  #stopAfter(ms: number): void {
    clearTimeout(this.#leaving)
    this.#leaving = setTimeout(() => {
      this.#end?.()
      this.#end = undefined
      this.set(this.#options.initial)
      this.#options.onEnd?.()
    }, ms)
  }
}
