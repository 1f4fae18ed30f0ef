import { aliveMs, writerSuperseded } from '../../platform/leader/epoch.ts'
import type { Clock } from '../../client/clock.ts'

/** Maximum milliseconds between a tab's heartbeat and the start of its request: another tab takes over after 25 s of silence. */
const startWithinMs = (aliveMs * 2) / 3

/** Returns a `beforeSend` for a request whose heartbeat is about to be written. A tab that was frozen since sends nothing. */
export function mayBegin(clock: Clock, signal: AbortSignal): () => void {
  const begun = { wall: clock.now(), monotonic: clock.monotonic() }
  return () => {
    signal.throwIfAborted()
    const elapsed = Math.max(clock.now() - begun.wall, clock.monotonic() - begun.monotonic)
    if (elapsed > startWithinMs) throw writerSuperseded()
  }
}
