import type { Clock } from '../../client/clock.ts'
import { aliveMs, isSuperseded, type EpochStore, type Heartbeat } from './epoch.ts'

/** Milliseconds between the heartbeats of a working leader. */
const heartbeatMs = aliveMs / 3

/** Runs the work with heartbeats, and aborts it as soon as another leader has raised the epoch. */
export async function workAlive<Leader extends Pick<Heartbeat, 'epoch'>, T>(
  { clock, epoch }: { readonly clock: Clock; readonly epoch: EpochStore<Leader> },
  leader: Leader,
  signal: AbortSignal,
  work: (leader: Leader, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const done = new AbortController()
  const superseded = new AbortController()
  // Work that is done before the first heartbeat has no heartbeat to end.
  let hasBeaten = false
  const heartbeatOn = async () => {
    for (;;) {
      await clock.sleep(heartbeatMs, done.signal)
      try {
        hasBeaten = true
        await epoch.heartbeat(leader, clock.now() + aliveMs)
      } catch (error) {
        // A heartbeat that storage refused does not stop the work: the next heartbeat, or the work itself, encounters the error.
        if (!isSuperseded(error)) continue
        superseded.abort(error)
        return
      }
    }
  }
  const beating = heartbeatOn().catch(() => undefined)
  try {
    return await work(leader, AbortSignal.any([signal, superseded.signal]))
  } finally {
    // A string as the reason: it only ends the sleep, and no code reads it, so no error is created.
    done.abort('done')
    await beating
    if (hasBeaten) await epoch.heartbeat(leader, 0).catch(() => undefined)
  }
}
