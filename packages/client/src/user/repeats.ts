import { isWaraqError, WaraqError } from '@waraq/contract'
import type { Operation } from './operation.ts'

/**
 * Whether a failed try may be repeated. One whose outcome is unknown may have been done: only what is safe to do twice is
 * done again. That it was too much, or that there is no token, is said before anything is done.
 */
export function mayRepeat(repeat: Operation['repeat'], error: unknown): boolean {
  return (
    repeat === 'safe' ||
    (isWaraqError(error) && (error.code === 'rate_limited' || error.code === 'token_unavailable'))
  )
}

/** What a try that may not be repeated ends with. Where it failed in passing it may have been done all the same. */
export function outcomeUnknown(operation: string, error: unknown): unknown {
  if (!isWaraqError(error) || !error.retryable) return error
  return new WaraqError({
    code: 'outcome_unknown',
    message: `It is not known whether ${operation} was done: ${error.code}. Look before doing it again.`,
    status: error.status,
    details: { operation, code: error.code },
    cause: error,
  })
}
