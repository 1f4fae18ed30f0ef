import type { WaraqError } from '@waraq/protocol'

/** Listeners for the status, and for the problem where the status is unknown. */
export interface StatusListener<Status> {
  readonly status: (status: Status) => void
  readonly problem?: ((problem: WaraqError) => void) | undefined
}
