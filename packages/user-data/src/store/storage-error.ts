import { isWaraqError, WaraqError } from '@waraq/contract'

/** Whether the error, or one that it wraps, has this name. Dexie wraps the browser's errors, and several of a bulk in one. */
function isNamed(error: unknown, name: string, seen = new Set<unknown>()): boolean {
  if (error === null || typeof error !== 'object' || seen.has(error)) return false
  seen.add(error)
  const { name: own, inner, cause, failures } = error as Partial<Record<string, unknown>>
  const wrapped = [inner, cause, ...(Array.isArray(failures) ? (failures as unknown[]) : [])]
  return own === name || wrapped.some((each) => isNamed(each, name, seen))
}

/** Any error of storage as a `WaraqError`: the step had no effect. */
export function storageError(error: unknown): WaraqError {
  if (isWaraqError(error)) return error
  if (isNamed(error, 'QuotaExceededError'))
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
