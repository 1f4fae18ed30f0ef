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

export function live<T>(query: () => Promise<T>): Live<T> {
  return {
    subscribe(observer) {
      const { next, error } = typeof observer === 'function' ? { next: observer, error: undefined } : observer
      const subscription = liveQuery(query).subscribe({ next, ...(error ? { error } : {}) })
      return () => subscription.unsubscribe()
    },
  }
}
