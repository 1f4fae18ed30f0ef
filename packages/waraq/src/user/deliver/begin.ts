import { aliveMs, writerSuperseded } from '../../platform/leader/epoch.ts'
import type { Clock } from '../../client/clock.ts'

/** The tab's own mark must be younger than this when its request begins: another tab takes over after 25 s of silence. */
const startWithinMs = (aliveMs * 2) / 3

/** For `beforeSend` of a request whose mark is about to be written: a tab that was frozen since sends nothing. */
export function mayBegin(clock: Clock, signal: AbortSignal): () => void {
  const begun = { wall: clock.now(), monotonic: clock.monotonic() }
  return () => {
    signal.throwIfAborted()
    const elapsed = Math.max(clock.now() - begun.wall, clock.monotonic() - begun.monotonic)
    if (elapsed > startWithinMs) throw writerSuperseded()
  }
}
