import type { ContentStore } from '@waraq/engine'
import type { Query } from '@waraq/reader'
import { pendingResult, type LiveResult } from './live-result.ts'
import { SharedSource } from './shared-source.ts'

/** A query that failed before its first answer ends sooner, so that a component which tries again asks anew. */
const keepFailedMs = 1_000

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

/** One question to one store, followed by all components that ask it. */
export class LiveQuery<T> {
  readonly source: SharedSource<LiveResult<T>>
  /** Resolves with the first answer or error; the result tells which. Made for React's `use`. */
  readonly settled: Promise<void>
  readonly #settle: () => void

  constructor(store: ContentStore, query: Query<T>, onEnd: () => void) {
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
        store.live(query).subscribe({
          next: (value) => {
            source.set({ value, error: undefined, pending: false })
            settle()
          },
          error: (error) => {
            source.set({ ...source.get(), error, pending: false })
            settle()
          },
        }),
    })
  }

  /** Takes an answer that was read before a component followed the question. */
  seed(value: T): void {
    this.source.seed({ value, error: undefined, pending: false })
    this.#settle()
  }

  /**
   * Begins the query for a component that waits, and ends it some time after the answer if no component follows it by then.
   */
  ask(): Promise<void> {
    this.source.begin()
    void this.settled.then(() => {
      const { value, error } = this.source.get()
      this.source.endLater(value === undefined && error !== undefined ? keepFailedMs : undefined)
    })
    return this.settled
  }
}

/** The questions that are asked of a store at present, by key. */
export class LiveQueries {
  readonly #store: ContentStore
  readonly #byKey = new Map<string, LiveQuery<unknown>>()

  constructor(store: ContentStore) {
    this.#store = store
  }

  /** The question's live query, shared with the components that ask it already. Two queries of one key are one question. */
  of<T>(query: Query<T>): LiveQuery<T> {
    const known = this.#byKey.get(query.key) as LiveQuery<T> | undefined
    if (known) return known
    const made: LiveQuery<T> = new LiveQuery(this.#store, query, () => this.#byKey.delete(query.key))
    this.#byKey.set(query.key, made as LiveQuery<unknown>)
    return made
  }

  /** The question's latest result; begins no query. */
  peek<T>({ key }: Query<T>): LiveResult<T> {
    return (this.#byKey.get(key) as LiveQuery<T> | undefined)?.source.get() ?? pendingResult
  }
}

const ofStore = new WeakMap<ContentStore, LiveQueries>()

export function liveQueries(store: ContentStore): LiveQueries {
  const known = ofStore.get(store)
  if (known) return known
  const made = new LiveQueries(store)
  ofStore.set(store, made)
  return made
}
