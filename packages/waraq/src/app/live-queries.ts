import { pendingResult, type LiveResult } from './live-result.ts'
import { SharedSource } from './shared-source.ts'

/** A query that failed before its first answer ends sooner, so that a component which tries again asks anew. */
const keepFailedMs = 1_000

/** Begins to follow the answers to a question. Returns a function that ends that. */
export type Begin<T> = (observer: {
  readonly next: (value: T) => void
  readonly error: (error: unknown) => void
  /** What was answered is about something else from now on: the question is pending again. */
  readonly reset: () => void
}) => () => void

/** A promise that React's `use` sees as settled at once. Otherwise `use` would wait for a turn and show the fallback. */
function settleable(): { readonly promise: Promise<void>; readonly settle: () => void } {
  let resolve = (): void => undefined
  const promise = new Promise<void>((resolved) => (resolve = resolved))
  const settle = () => {
    Object.assign(promise, { status: 'fulfilled', value: undefined })
    resolve()
  }
  return { promise, settle }
}

/** One question to one store or one person's data, followed by all components that ask it. */
export class LiveQuery<T> {
  readonly source: SharedSource<LiveResult<T>>
  /** Resolves with the first answer or error; the result tells which. Made for React's `use`. */
  readonly settled: Promise<void>
  readonly #settle: () => void

  constructor(begin: Begin<T>, onEnd: () => void) {
    const { promise, settle } = settleable()
    this.settled = promise
    this.#settle = settle
    this.source = new SharedSource<LiveResult<T>>({
      initial: pendingResult,
      onEnd: () => {
        onEnd()
        // A component that still waits asks anew.
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
          reset: () => source.set(pendingResult),
        }),
    })
  }

  /** Takes an answer that was read before a component followed the question. */
  seed(value: T): void {
    this.source.seed({ data: value, error: undefined, isPending: false })
    this.#settle()
  }

  /**
   * Begins the query for a component that waits, and ends it some time after the answer if no component follows it by then.
   */
  ask(): Promise<void> {
    this.source.begin()
    void this.settled.then(() => {
      const { data: value, error } = this.source.get()
      this.source.endLater(value === undefined && error !== undefined ? keepFailedMs : undefined)
    })
    return this.settled
  }
}

/** The questions that are asked at present of one store or of one person's data, by key. */
export class LiveQueries {
  readonly #byKey = new Map<string, LiveQuery<unknown>>()

  /** The question's live query, shared with the components that ask it already. Two questions of one key are one question. */
  of<T>(key: string, begin: Begin<T>): LiveQuery<T> {
    const known = this.#byKey.get(key) as LiveQuery<T> | undefined
    if (known) return known
    const made: LiveQuery<T> = new LiveQuery(begin, () => this.#byKey.delete(key))
    this.#byKey.set(key, made as LiveQuery<unknown>)
    return made
  }

  /** The question's latest result; begins no query. */
  peek<T>(key: string): LiveResult<T> {
    return (this.#byKey.get(key) as LiveQuery<T> | undefined)?.source.get() ?? pendingResult
  }
}

const asked = new WeakMap<object, LiveQueries>()

/** The questions that are asked of what answers them. */
export function liveQueries(answerer: object): LiveQueries {
  const known = asked.get(answerer)
  if (known) return known
  const made = new LiveQueries()
  asked.set(answerer, made)
  return made
}
