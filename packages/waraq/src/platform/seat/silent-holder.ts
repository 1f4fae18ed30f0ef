import type { Clock } from '../../client/clock.ts'
import { isWaraqError } from '@waraq/protocol'
import { isSameBeat, type Fence, type Heartbeat } from './fence.ts'

/** Who waits looks this often whether the holder still leaves signs of life. */
const lookMs = 5_000
/** After so many looks in a row at the same heartbeat, its holder counts as frozen: 25 s, more than two heartbeats. */
const looksUntilSilent = 5
/** Those that wait behind one frozen tab take over after random delays, so that the others see the first one do it. */
const mostDelayMs = 2_000

export interface SilenceOptions<Holder extends Pick<Heartbeat, 'fence'>> {
  readonly fence: Fence<Holder>
  readonly clock: Clock
  readonly random: () => number
}

/** The latest heartbeat; undefined where it cannot be read, which says nothing about the holder. */
async function latestBeat(fence: Pick<Fence<never>, 'latest'>): Promise<Heartbeat | undefined> {
  try {
    return await fence.latest()
  } catch {
    return undefined
  }
}

/**
 * Waits until the holder has left no sign of life for long enough, and resolves with the one that replaces it. Of all
 * that wait behind one silent holder, the fence chooses one, before any of them touches the lock. Otherwise two
 * could steal the lock from each other, because a lock that was just stolen looks like that of a frozen tab. Counts looks
 * instead of comparing times: clocks jump, and where the whole device slept, the holder gets time to go on.
 * @throws the signal's reason; {WaraqError} `newer_format`
 */
export async function replaceSilentHolder<Holder extends Pick<Heartbeat, 'fence'>>(
  { fence, clock, random }: SilenceOptions<Holder>,
  signal: AbortSignal,
): Promise<Holder> {
  let last: Heartbeat | undefined
  let same = 0
  for (;;) {
    await clock.sleep(lookMs, signal)
    const beat = await latestBeat(fence)
    if (beat === undefined) continue
    same = last && isSameBeat(beat, last) ? same + 1 : 0
    last = beat
    if (same < looksUntilSilent) continue
    await clock.sleep(random() * mostDelayMs, signal)
    const silent = beat
    try {
      const holder = await fence.replace(silent)
      if (holder) return holder
    } catch (error) {
      // To wait would not help: the caller would get the same error in the seat.
      if (isWaraqError(error) && error.code === 'newer_format') throw error
    }
    same = 0
  }
}
