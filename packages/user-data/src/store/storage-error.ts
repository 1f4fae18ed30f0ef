import { isWaraqError, WaraqError } from '@waraq/contract'

/** Whether the error, or one that it wraps, has this name. Dexie wraps the browser's errors. */
function isNamed(error: unknown, name: string): boolean {
  const seen = new Set<unknown>()
  for (let each = error; each !== null && typeof each === 'object' && !seen.has(each);) {
    seen.add(each)
    if ('name' in each && each.name === name) return true
    each = 'inner' in each ? each.inner : 'cause' in each ? each.cause : null
  }
  return false
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
