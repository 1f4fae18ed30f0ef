import type { Clock } from '@waraq/client'
import { aliveMs, beat, endBeats, isSuperseded, type Writer } from '../store/writer.ts'

/** A writer leaves a sign of life this often while it works. */
const heartbeatMs = aliveMs / 3

/** Does the work with a heartbeat, and ends it as soon as another has raised the fence. */
export async function workAlive<T>(
  clock: Clock,
  writer: Writer,
  signal: AbortSignal,
  work: (writer: Writer, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const done = new AbortController()
  const superseded = new AbortController()
  // What is done before the first beat has none to end.
  let hasBeaten = false
  const beatOn = async () => {
    for (;;) {
      await clock.sleep(heartbeatMs, done.signal)
      try {
        hasBeaten = true
        await beat(writer, clock.now())
      } catch (error) {
        // A beat that storage refused is no reason to stop: the next one, or the work itself, meets what is wrong.
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
    // The reason only ends the sleep, and an error that nothing reads is not made.
    done.abort('done')
    await beating
    if (hasBeaten) await endBeats(writer).catch(() => undefined)
  }
}
