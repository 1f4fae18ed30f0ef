import { isWaraqError, WaraqError } from '@waraq/protocol'
import type { Operation } from './operation.ts'

/**
 * Whether a failed try may be repeated. The service may have carried out a try whose outcome is unknown, so only operations
 * that are safe to do twice are repeated. Errors about too many requests or a missing token occur before anything is done.
 */
export function mayRepeat(repeat: Operation['repeat'], error: unknown): boolean {
  return (
    repeat === 'safe' ||
    (isWaraqError(error) && (error.code === 'rate_limited' || error.code === 'token_unavailable'))
  )
}

/** Returns the error of a try that may not be repeated: a lasting refusal as it is, otherwise `outcome_unknown`. */
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
