import type { RelayClock } from '../clock.ts'

/** The minimum throughput that keeps a slot when slots are short, in bytes per millisecond: a tenth of that of a slow phone. */
const minThroughput = 8
/**
 * How far a caller may be behind that throughput. A socket or a server in front buffers bytes, and passes them on in seconds.
 */
const mostBehindMs = 10_000

/** Measures how fast a caller reads its response. Time in which the response waits for the service does not count. */
export interface Throughput {
  /** From now on the response waits for its caller to read these bytes. */
  offers(bytes: number): void
  /** The caller has read them. */
  isTaken(): void
  /** How long the response has waited for its caller, minus the time allowed for the bytes that the caller has read. */
  behindMs(): number
  isSlow(): boolean
}

export function createThroughput(clock: Pick<RelayClock, 'monotonic'>): Throughput {
  let behind = 0
  let offered = 0
  let waitsSince: number | undefined

  const behindMs = () => behind + (waitsSince === undefined ? 0 : clock.monotonic() - waitsSince)

  return {
    offers: (bytes) => {
      offered = bytes
      waitsSince = clock.monotonic()
    },
    isTaken: () => {
      // Fast reading is not saved up: a caller that stops is behind from then on.
      behind = Math.max(0, behindMs() - offered / minThroughput)
      waitsSince = undefined
    },
    behindMs,
    isSlow: () => behindMs() >= mostBehindMs,
  }
}
