import type { WaraqError } from '@waraq/contract'

/** Who wants to hear of the status, and of why it cannot be told. */
export interface StatusListener<Status> {
  readonly status: (status: Status) => void
  readonly problem?: ((problem: WaraqError) => void) | undefined
}
