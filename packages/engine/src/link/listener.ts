import type { WaraqError } from '@waraq/contract'

/** Listeners for the status, and for the problem where the status is unknown. */
export interface StatusListener<Status> {
  readonly status: (status: Status) => void
  readonly problem?: ((problem: WaraqError) => void) | undefined
}

/** Calls a listener of the application. Reports what it throws as an uncaught error, so that other listeners are still called. */
export function callListener<T>(listener: (value: T) => void, value: T): void {
  try {
    listener(value)
  } catch (error) {
    if (typeof reportError === 'function') reportError(error)
  }
}
