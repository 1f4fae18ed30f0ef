/** The latest result of a live query. */
export interface LiveResult<T> {
  /** The latest data. It stays while newer data is loading, and if that fails. */
  readonly data: T | undefined
  /** The error of the latest attempt; undefined if it did not fail. The next answer clears it. */
  readonly error: unknown
  /**
   * Whether this query has neither data nor an error yet. In an application of `createWaraq` also while the query finds nothing
   * and the first version of a resource that it reads is still to come.
   */
  readonly isPending: boolean
}

export const pendingResult: LiveResult<never> = { data: undefined, error: undefined, isPending: true }

/** The result of `null` instead of a query. */
export const noResult: LiveResult<never> = { data: undefined, error: undefined, isPending: false }
