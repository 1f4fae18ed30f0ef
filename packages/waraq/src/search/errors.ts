import { isWaraqError, resourceKey, WaraqError, type ResourceRef } from '@waraq/protocol'

export function searchClosed(): WaraqError {
  return new WaraqError({ code: 'search_closed', message: 'The search was closed. Make a new one.' })
}

export function invalidArgument(argument: string, problem: string): WaraqError {
  return new WaraqError({
    code: 'invalid_argument',
    message: `The argument ${argument} ${problem}.`,
    details: { argument },
  })
}

/**
 * Error for a search limited to a text that is not searched. It would find nothing, and the reader would
 * take that for the result.
 */
export function notChosen(ref: ResourceRef): WaraqError {
  const key = resourceKey(ref)
  return new WaraqError({
    code: 'invalid_argument',
    message: `The text ${key} is not searched, because it was not chosen. Call choose() with it, or with 'all', and search again.`,
    details: { argument: 'resources', reason: 'not_chosen', group: ref.group, id: ref.id },
  })
}

/** Returns the error of a failed index build. Errors of the library are returned unchanged. */
export function asWaraqError(error: unknown): WaraqError {
  if (isWaraqError(error)) return error
  return new WaraqError({
    code: 'index_failed',
    message: 'The index could not be built; it is tried again by itself. If it lasts, the cause tells why.',
    retryable: true,
    cause: error,
  })
}
