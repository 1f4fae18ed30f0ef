import { pendingResult, type LiveResult } from './live-result.ts'
import { SharedSource } from './shared-source.ts'

/**
 * Milliseconds after which a query that failed before its first result ends. This is short, so that a component that retries
 * starts a new query.
 */
const keepFailedMs = 1_000

/** Starts to follow the results of a query. Returns a function that ends this. */
export type Begin<T> = (observer: {
  readonly next: (value: T) => void
  readonly error: (error: unknown) => void
  /** Discards the earlier results, which no longer apply: the query is pending again. */
  readonly reset: () => void
}) => () => void

/** A promise that React's `use` sees as settled immediately. Otherwise `use` would wait a tick and show the fallback. */
function settleable(): { readonly promise: Promise<void>; readonly settle: () => void } {
  let resolve = (): void => undefined
  const promise = new Promise<void>((resolved) => (resolve = resolved))
  const settle = () => {
    Object.assign(promise, { status: 'fulfilled', value: undefined })
    resolve()
  }
  return { promise, settle }
}

/** One query of one store or one person's data, shared by all components that use it. */
export class LiveQuery<T> {
  readonly source: SharedSource<LiveResult<T>>
  #settleable = settleable()

  constructor(begin: Begin<T>, onEnd: () => void) {
    const settle = () => this.#settleable.settle()
    this.source = new SharedSource<LiveResult<T>>({
      initial: pendingResult,
      onEnd: () => {
        onEnd()
        // A component that still waits starts a new query.
        settle()
      },
      start: (source) =>
        begin({
          next: (value) => {
            source.set({ data: value, error: undefined, isPending: false })
            settle()
          },
          error: (error) => {
            source.set({ ...source.get(), error, isPending: false })
            settle()
          },
          reset: () => {
            if (!source.get().isPending) this.#settleable = settleable()
            source.set(pendingResult)
          },
        }),
    })
  }

  /** Resolves with the first data or error since the query was pending; read the result to see which. Made for React's `use`. */
  get settled(): Promise<void> {
    return this.#settleable.promise
  }

  /** Sets a result that was read before a component followed the query. */
  seed(value: T): void {
    this.source.seed({ data: value, error: undefined, isPending: false })
    this.#settleable.settle()
  }

  /** Starts the query for a component that waits. Ends it some time after the result if no component follows it by then. */
  ask(): Promise<void> {
    this.source.begin()
    void this.settled.then(() => {
      const { data: value, error } = this.source.get()
      this.source.endLater(value === undefined && error !== undefined ? keepFailedMs : undefined)
    })
    return this.settled
  }
}

/** The current queries of one store or one person's data, by key. */
export class LiveQueries {
  readonly #byKey = new Map<string, LiveQuery<unknown>>()

  /** The live query of this key, shared with all components that use it. Two queries with the same key are the same query. */
  of<T>(key: string, begin: Begin<T>): LiveQuery<T> {
    const known = this.#byKey.get(key) as LiveQuery<T> | undefined
    if (known) return known
    const made: LiveQuery<T> = new LiveQuery(begin, () => this.#byKey.delete(key))
    this.#byKey.set(key, made as LiveQuery<unknown>)
    return made
  }

  /** The latest result of a query. Does not start a query. */
  peek<T>(key: string): LiveResult<T> {
    return (this.#byKey.get(key) as LiveQuery<T> | undefined)?.source.get() ?? pendingResult
  }
}

const asked = new WeakMap<object, LiveQueries>()

/** The current queries of a store, an application or a person's data. */
export function liveQueries(answerer: object): LiveQueries {
  const known = asked.get(answerer)
  if (known) return known
  const made = new LiveQueries()
  asked.set(answerer, made)
  return made
}
