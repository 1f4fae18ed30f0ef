import { liveQuery } from 'dexie'

/** Receives a query's results as they change. */
export interface Observer<T> {
  readonly next: (value: T) => void
  readonly error?: ((error: unknown) => void) | undefined
}

/** A query that runs again whenever a commit, in this tab or another, changes what it read. */
export interface Live<T> {
  /** Starts the query; the first result comes soon. Returns what ends it. */
  subscribe(observer: Observer<T> | ((value: T) => void)): () => void
}

/** `ready` opens the database first: a query that opened it itself would lose track of what it reads. */
export function live<T>(query: () => Promise<T>, ready: () => Promise<void>): Live<T> {
  return {
    subscribe(observer) {
      const { next, error } = typeof observer === 'function' ? { next: observer, error: undefined } : observer
      let end: (() => void) | undefined
      let ended = false
      const start = () => {
        if (ended) return
        const subscription = liveQuery(query).subscribe({ next, ...(error ? { error } : {}) })
        end = () => subscription.unsubscribe()
      }
      ready().then(start, (problem: unknown) => {
        if (!ended) error?.(problem)
      })
      return () => {
        ended = true
        end?.()
      }
    },
  }
}
