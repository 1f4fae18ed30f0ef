import { isErrorNamed } from '../../platform/storage/error-name.ts'
import { isWaraqError, WaraqError } from '@waraq/protocol'

/** Converts any error of storage to a `WaraqError`. The step had no effect. */
export function storageError(error: unknown): WaraqError {
  if (isWaraqError(error)) return error
  if (isErrorNamed(error, 'QuotaExceededError'))
    return new WaraqError({
      code: 'quota_exceeded',
      message:
        'The browser has no room for this change, and nothing of it was kept. Free space, then repeat it.',
      cause: error,
    })
  return new WaraqError({
    code: 'storage_failed',
    message:
      'The database refused this step, which had no effect. Repeat it; if it lasts, the cause tells why.',
    retryable: true,
    cause: error,
  })
}

/** The error if the user data was closed before the call, or during it. */
export function dataClosed(): WaraqError {
  return new WaraqError({ code: 'store_closed', message: 'The user data was closed. Open it again.' })
}
