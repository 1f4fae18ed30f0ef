import type { WaraqError } from '@waraq/contract'

/** Who wants to hear of the status, and of why it cannot be told. */
export interface StatusListener<Status> {
  readonly status: (status: Status) => void
  readonly problem?: ((problem: WaraqError) => void) | undefined
}

/** Calls what the application gave. What it throws is shown as uncaught, where there is a console, and harms no other. */
export function callListener<T>(listener: (value: T) => void, value: T): void {
  try {
    listener(value)
  } catch (error) {
    if (typeof reportError === 'function') reportError(error)
  }
}
