import { isErrorNamed } from '../platform/storage/error-name.ts'
import { isWaraqError, WaraqError } from '@waraq/protocol'

/**
 * Returns any error of storage as a `WaraqError`. Dexie wraps the browser's error and often reports only that a transaction
 * aborted; the reason is the inner error.
 */
export function storageError(error: unknown): WaraqError {
  if (isWaraqError(error)) return error
  const is = (...names: string[]) => names.some((name) => isErrorNamed(error, name))
  if (is('QuotaExceededError')) {
    return new WaraqError({
      code: 'quota_exceeded',
      message:
        'The browser refused more storage; nothing of this step was stored. Free space or drop a subscription.',
      retryable: false,
      cause: error,
    })
  }
  if (is('MissingAPIError', 'SecurityError', 'VersionError')) {
    return new WaraqError({
      code: 'storage_unavailable',
      message: 'The database could not be opened. Check that the browser allows this site to store data.',
      retryable: true,
      cause: error,
    })
  }
  // `NotFoundError`: a table that the open database should have is missing. `OpenFailedError` without another reason: the browser
  // closed the connection before Dexie had finished opening it. An abort without a reason: the browser ended the transaction, as
  // Chromium does when it finds damaged pages.
  if (
    is(
      'DatabaseClosedError',
      'OpenFailedError',
      'InvalidStateError',
      'UnknownError',
      'NotFoundError',
      'TransactionInactiveError',
    ) ||
    (is('AbortError') && isAbortAlone(error))
  ) {
    return new WaraqError({
      code: 'storage_lost',
      message:
        'The browser cut off a step of the database, or the connection to it; the step had no effect. Try again.',
      retryable: true,
      cause: error,
    })
  }
  return new WaraqError({
    code: 'storage_failed',
    message: 'A step of the database failed and had no effect. Try again; if it lasts, the cause tells why.',
    retryable: true,
    cause: error,
  })
}

/** Whether a transaction was aborted without a known reason. */
function isAbortAlone(error: unknown, depth = 7): boolean {
  const { name, inner, failures } = error as Partial<Record<string, unknown>>
  // Errors may wrap each other in a circle.
  if (depth === 0) return false
  if (name === 'BulkError' && Array.isArray(failures))
    return failures.length > 0 && failures.every((each) => isAbortAlone(each, depth - 1))
  return name === 'AbortError' && (!inner || isAbortAlone(inner, depth - 1))
}

/**
 * Whether the browser reports that it cannot read or write what it has stored, or that it cut a step off. It reports the same
 * when a connection is lost, so an error means damage only if it stays after the database was opened again. A step that was cut
 * off means damage only if the database cannot be read (`isReadable`). Never true for errors that time, room or another tab can
 * resolve.
 */
export function mayMeanDamage(error: unknown): boolean {
  return (
    saysDamage(error) || (isErrorNamed(error, 'AbortError') && storageError(error).code === 'storage_lost')
  )
}

/** Whether the browser reports more than that it cut the step off. */
export function saysDamage(error: unknown): boolean {
  const says = isErrorNamed(error, 'UnknownError') || isErrorNamed(error, 'NotFoundError')
  return says && storageError(error).code === 'storage_lost'
}
