import { ObservableValue } from '../client/observable.ts'

/** Milliseconds for which a source continues after its last component left, because components often come back soon. */
export const keepMs = 5_000

interface SharedSourceOptions<T> {
  readonly initial: T
  /** Starts to follow the origin of the value. Returns a function that ends this. */
  readonly start: (source: ObservableValue<T>) => () => void
  /** Called after the source has ended. It starts again with the next listener. */
  readonly onEnd?: (() => void) | undefined
}

/**
 * A value that any number of components follow, in the form that `useSyncExternalStore` accepts. It starts with the first
 * component and ends some seconds after the last. So neither StrictMode, which unmounts and mounts again, nor a page that is
 * opened again causes a second request.
 */
export class SharedSource<T> extends ObservableValue<T> {
  readonly #options: SharedSourceOptions<T>
  #end: (() => void) | undefined
  #leaving: ReturnType<typeof setTimeout> | undefined

  constructor(options: SharedSourceOptions<T>) {
    super(options.initial)
    this.#options = options
  }

  /** Subscribes. The first listener starts the source. */
  readonly follow = (listener: () => void): (() => void) => {
    const end = this.subscribe(listener)
    this.begin()
    return () => {
      end()
      this.endLater()
    }
  }

  /** Starts without a listener, for a component that has to wait before it can subscribe. `endLater` ends it. */
  begin(): void {
    clearTimeout(this.#leaving)
    this.#end ??= this.#options.start(this)
  }

  /**
   * Sets a value from elsewhere while the source has not started. The value is dropped some time later, unless the source has
   * started by then.
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
