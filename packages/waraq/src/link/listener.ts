import type { WaraqError } from '@waraq/protocol'

/** Listeners for the status, and for the problem while the status is unknown. */
export interface StatusListener<Status> {
  readonly status: (status: Status) => void
  readonly problem?: ((problem: WaraqError) => void) | undefined
}
