import type { Clock } from '../../client/clock.ts'
import { aliveMs, isSuperseded, type Fence, type Heartbeat } from './fence.ts'

/** A holder leaves a sign of life this often while it works. */
const heartbeatMs = aliveMs / 3

/** Does the work with a heartbeat, and ends it as soon as another holder has raised the fence. */
export async function workAlive<Holder extends Pick<Heartbeat, 'fence'>, T>(
  { clock, fence }: { readonly clock: Clock; readonly fence: Fence<Holder> },
  holder: Holder,
  signal: AbortSignal,
  work: (holder: Holder, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const done = new AbortController()
  const superseded = new AbortController()
  // Work that is done before the first beat has no heartbeat to end.
  let hasBeaten = false
  const beatOn = async () => {
    for (;;) {
      await clock.sleep(heartbeatMs, done.signal)
      try {
        hasBeaten = true
        await fence.beat(holder, clock.now() + aliveMs)
      } catch (error) {
        // A beat that storage refused does not stop the work: the next beat, or the work itself, meets the fault.
        if (!isSuperseded(error)) continue
        superseded.abort(error)
        return
      }
    }
  }
  const beating = beatOn().catch(() => undefined)
  try {
    return await work(holder, AbortSignal.any([signal, superseded.signal]))
  } finally {
    // A string as the reason: it only ends the sleep, and no code reads it, so no error is made.
    done.abort('done')
    await beating
    if (hasBeaten) await fence.beat(holder, 0).catch(() => undefined)
  }
}
