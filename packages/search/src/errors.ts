import { isWaraqError, WaraqError } from '@waraq/contract'

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

/** The error of a failed build of the index. The library's own errors stay as they are. */
export function asWaraqError(error: unknown): WaraqError {
  if (isWaraqError(error)) return error
  return new WaraqError({
    code: 'index_failed',
    message: 'The index could not be built; it is tried again by itself. If it lasts, the cause tells why.',
    retryable: true,
    cause: error,
  })
}
