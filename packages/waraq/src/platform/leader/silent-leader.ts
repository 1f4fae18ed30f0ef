import type { Clock } from '../../client/clock.ts'
import { isWaraqError } from '@waraq/protocol'
import { isSameHeartbeat, type EpochStore, type Heartbeat } from './epoch.ts'

/** Who waits looks this often whether the leader still leaves heartbeats. */
const lookMs = 5_000
/** After so many looks in a row at the same heartbeat, its leader counts as frozen: 25 s, more than two heartbeats. */
const looksUntilSilent = 5
/** Those that wait behind one frozen tab take over after random delays, so that the others see the first one do it. */
const mostDelayMs = 2_000

export interface SilenceOptions<Leader extends Pick<Heartbeat, 'epoch'>> {
  readonly epoch: EpochStore<Leader>
  readonly clock: Clock
  readonly random: () => number
}

/** The latest heartbeat; undefined where it cannot be read, which says nothing about the leader. */
async function latestHeartbeat(epoch: Pick<EpochStore<never>, 'latest'>): Promise<Heartbeat | undefined> {
  try {
    return await epoch.latest()
  } catch {
    return undefined
  }
}

/**
 * Waits until the leader has left no heartbeat for long enough, and resolves with the one that replaces it. Of all
 * that wait behind one silent leader, the epoch chooses one, before any of them touches the lock. Otherwise two
 * could steal the lock from each other, because a lock that was just stolen looks like that of a frozen tab. Counts looks
 * instead of comparing times: clocks jump, and where the whole device slept, the leader gets time to go on.
 * @throws the signal's reason; {WaraqError} `newer_format`
 */
export async function replaceSilentLeader<Leader extends Pick<Heartbeat, 'epoch'>>(
  { epoch, clock, random }: SilenceOptions<Leader>,
  signal: AbortSignal,
): Promise<Leader> {
  let last: Heartbeat | undefined
  let same = 0
  for (;;) {
    await clock.sleep(lookMs, signal)
    const heartbeat = await latestHeartbeat(epoch)
    if (heartbeat === undefined) continue
    same = last && isSameHeartbeat(heartbeat, last) ? same + 1 : 0
    last = heartbeat
    if (same < looksUntilSilent) continue
    await clock.sleep(random() * mostDelayMs, signal)
    const silent = heartbeat
    try {
      const leader = await epoch.replace(silent)
      if (leader) return leader
    } catch (error) {
      // To wait would not help: the caller would get the same error as the leader.
      if (isWaraqError(error) && error.code === 'newer_format') throw error
    }
    same = 0
  }
}
