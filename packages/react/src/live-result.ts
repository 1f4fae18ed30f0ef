/** Where a live query stands. */
export interface LiveResult<T> {
  /** The latest answer. Stays while a newer one is on its way, and where that fails. */
  readonly value: T | undefined
  /** Why the latest attempt failed; undefined where it did not. Goes with the next answer. */
  readonly error: unknown
  /** There is no answer to this question yet: no value, and no error. */
  readonly pending: boolean
}

export const pendingResult: LiveResult<never> = { value: undefined, error: undefined, pending: true }

/** Of a question that is not asked. */
export const noResult: LiveResult<never> = { value: undefined, error: undefined, pending: false }
