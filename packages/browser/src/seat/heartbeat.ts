import type { Clock } from '@waraq/client'
import { aliveMs, beat, endBeats, isSuperseded, type Writer } from '../store/writer.ts'

/** A writer leaves a sign of life this often while it works. */
const heartbeatMs = aliveMs / 3

/** Does the work with a heartbeat, and ends it as soon as another writer has raised the fence. */
export async function workAlive<T>(
  clock: Clock,
  writer: Writer,
  signal: AbortSignal,
  work: (writer: Writer, signal: AbortSignal) => Promise<T>,
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
        await beat(writer, clock.now())
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
    return await work(writer, AbortSignal.any([signal, superseded.signal]))
  } finally {
    // A string as the reason: it only ends the sleep, and no code reads it, so no error is made.
    done.abort('done')
    await beating
    if (hasBeaten) await endBeats(writer).catch(() => undefined)
  }
}
