import { WaraqError, isWaraqError } from '@waraq/protocol'

/** How long a leader counts as alive after its latest heartbeat, in milliseconds. */
export const aliveMs = 30_000

/** What a heartbeat of a leader changes. Each leader has its own epoch, too. */
export interface Heartbeat {
  readonly epoch: number
  readonly leaseUntil: number
}

export function isSameHeartbeat(one: Heartbeat, other: Heartbeat): boolean {
  return one.epoch === other.epoch && one.leaseUntil === other.leaseUntil
}

/**
 * A number that each new leader raises, and the leader's heartbeats. Who uses the election stores both where all
 * tabs find them, and checks the number with each write: so a leader that was frozen and replaced writes nothing.
 */
export interface EpochStore<Leader extends Pick<Heartbeat, 'epoch'>> {
  /** The latest heartbeat. */
  latest(): Promise<Heartbeat>
  /** Raises the epoch; the caller is its leader from then on. */
  claim(): Promise<Leader>
  /** The same; undefined where the current leader has left a later heartbeat than `silentSince`. */
  replace(silentSince: Heartbeat): Promise<Leader | undefined>
  /**
   * Leaves a heartbeat: the leader counts as alive until then. 0 notes that it has ended, so that no tab takes it for one
   * that works; the epoch stays raised.
   * @throws {WaraqError} `writer_superseded` where another has raised the epoch
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
