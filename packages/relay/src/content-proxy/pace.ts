import type { RelayClock } from '../clock.ts'

/** The least pace that keeps a slot where slots are short, in bytes a millisecond: a tenth of a slow phone's. */
const leastPace = 8
/** How far a caller may be behind that pace. What a socket or a server in front takes at once, it passes on in seconds. */
const mostBehindMs = 10_000

/** How well a caller takes its answer. The time in which the answer waits for the service does not count. */
export interface Pace {
  /** From now on the answer waits for its caller to take these bytes. */
  offers(bytes: number): void
  /** The caller took them. */
  isTaken(): void
  /** For how long the answer has waited for its caller, less the time that the bytes are worth that the caller took. */
  behindMs(): number
  isSlow(): boolean
}

export function createPace(clock: Pick<RelayClock, 'monotonic'>): Pace {
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
      // Bytes taken fast are not saved up: a caller that stops is behind from then on.
      behind = Math.max(0, behindMs() - offered / leastPace)
      waitsSince = undefined
    },
    behindMs,
    isSlow: () => behindMs() >= mostBehindMs,
  }
}
