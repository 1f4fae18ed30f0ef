import { WaraqError, isWaraqError } from '@waraq/protocol'

/** How long a holder counts as alive after its latest heartbeat, in milliseconds. */
export const aliveMs = 30_000

/** What a sign of life of a holder changes. Each holder has its own fence, too. */
export interface Heartbeat {
  readonly fence: number
  readonly aliveUntil: number
}

export function isSameBeat(one: Heartbeat, other: Heartbeat): boolean {
  return one.fence === other.fence && one.aliveUntil === other.aliveUntil
}

/**
 * A number that each new holder of a seat raises, and the holder's signs of life. The seat's user stores both where all
 * tabs find them, and checks the number with each write: so a holder that was frozen and replaced writes nothing.
 */
export interface Fence<Holder extends Pick<Heartbeat, 'fence'>> {
  /** The latest sign of life. */
  latest(): Promise<Heartbeat>
  /** Raises the fence; the caller is its holder from then on. */
  claim(): Promise<Holder>
  /** The same; undefined where the current holder has left a later sign of life than `silentSince`. */
  replace(silentSince: Heartbeat): Promise<Holder | undefined>
  /**
   * Leaves a sign of life: the holder counts as alive until then. 0 notes that it has ended, so that no tab takes it for one
   * that works; the fence stays raised.
   * @throws {WaraqError} `writer_superseded` where another has raised the fence
   */
  beat(holder: Holder, aliveUntil: number): Promise<void>
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
