/** The latest result of a live query. */
export interface LiveResult<T> {
  /** The latest answer. Stays while a newer one is on its way, and where that fails. */
  readonly data: T | undefined
  /** The error of the latest attempt; undefined if it did not fail. The next answer clears it. */
  readonly error: unknown
  /** Whether this question has neither a value nor an error yet. */
  readonly isPending: boolean
}

export const pendingResult: LiveResult<never> = { data: undefined, error: undefined, isPending: true }

/** The result of `null` in place of a question. */
export const noResult: LiveResult<never> = { data: undefined, error: undefined, isPending: false }
