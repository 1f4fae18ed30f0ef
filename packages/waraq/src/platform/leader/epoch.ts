import { WaraqError, isWaraqError } from '@waraq/protocol'

/** Milliseconds for which a leader counts as alive after its latest heartbeat. */
export const aliveMs = 30_000

/** The values that identify a heartbeat of a leader. Each leader also has its own epoch. */
export interface Heartbeat {
  readonly epoch: number
  readonly leaseUntil: number
}

export function isSameHeartbeat(one: Heartbeat, other: Heartbeat): boolean {
  return one.epoch === other.epoch && one.leaseUntil === other.leaseUntil
}

/**
 * Stores the epoch, a fencing token that each new leader raises, and the leader's heartbeats. The user of the election stores
 * both where all tabs can read them, and checks the epoch with each write. So a leader that was frozen and replaced cannot
 * write.
 */
export interface EpochStore<Leader extends Pick<Heartbeat, 'epoch'>> {
  /** The latest heartbeat. */
  latest(): Promise<Heartbeat>
  /** Raises the epoch; the caller is its leader from then on. */
  claim(): Promise<Leader>
  /** The same as `claim`. Resolves with undefined if the current leader has stored a later heartbeat than `silentSince`. */
  replace(silentSince: Heartbeat): Promise<Leader | undefined>
  /**
   * Stores a heartbeat: the leader counts as alive until then. 0 records that it has ended, so that no tab takes it for a
   * working leader; the epoch stays raised.
   * @throws {WaraqError} `writer_superseded` if another leader has raised the epoch
   */
  heartbeat(leader: Leader, leaseUntil: number): Promise<void>
}

export function writerSuperseded(): WaraqError {
  return new WaraqError({
    code: 'writer_superseded',
    message: 'Another tab or worker has taken over writing. Its run goes on where this one stopped.',
    retryable: true,
  })
}

export function isSuperseded(error: unknown): boolean {
  return isWaraqError(error) && error.code === 'writer_superseded'
}
