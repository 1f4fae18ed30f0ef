/** The latest result of a live query. */
export interface LiveResult<T> {
  /** The latest answer. Stays while a newer one is on its way, and where that fails. */
  readonly value: T | undefined
  /** The error of the latest attempt; undefined if it did not fail. The next answer clears it. */
  readonly error: unknown
  /** Whether this question has neither a value nor an error yet. */
  readonly pending: boolean
}

export const pendingResult: LiveResult<never> = { value: undefined, error: undefined, pending: true }

/** The result of `null` in place of a question. */
export const noResult: LiveResult<never> = { value: undefined, error: undefined, pending: false }
