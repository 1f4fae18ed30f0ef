import type { Clock } from '../../client/clock.ts'
import { isWaraqError } from '@waraq/protocol'
import { isSameHeartbeat, type EpochStore, type Heartbeat } from './epoch.ts'

/** Milliseconds between the checks whether the leader still stores heartbeats. */
const probeMs = 5_000
/** After this many checks in a row with the same heartbeat, its leader counts as frozen: 25 s, more than two heartbeats. */
const probesUntilSilent = 5
/**
 * Candidates that wait behind the same frozen tab take over after random delays, so that the others see the first one do it.
 * In milliseconds.
 */
const mostDelayMs = 2_000

export interface SilenceOptions<Leader extends Pick<Heartbeat, 'epoch'>> {
  readonly epoch: EpochStore<Leader>
  readonly clock: Clock
  readonly random: () => number
}

/** The latest heartbeat; undefined if it cannot be read, which proves nothing about the leader. */
async function latestHeartbeat(epoch: Pick<EpochStore<never>, 'latest'>): Promise<Heartbeat | undefined> {
  try {
    return await epoch.latest()
  } catch {
    return undefined
  }
}

/**
 * Waits until the leader has stored no heartbeat for long enough, and resolves with the leader that replaces it. The epoch
 * selects one of the candidates that wait behind a silent leader, before any of them touches the lock. Otherwise two
 * candidates could steal the lock from each other, because a lock that was just stolen looks like that of a frozen tab.
 * Counts checks instead of comparing times: clocks jump, and after the entire device slept, the leader gets time to continue.
 * @throws the signal's reason; {WaraqError} `newer_format`
 */
export async function replaceSilentLeader<Leader extends Pick<Heartbeat, 'epoch'>>(
  { epoch, clock, random }: SilenceOptions<Leader>,
  signal: AbortSignal,
): Promise<Leader> {
  let last: Heartbeat | undefined
  let same = 0
  for (;;) {
    await clock.sleep(probeMs, signal)
    const heartbeat = await latestHeartbeat(epoch)
    if (heartbeat === undefined) continue
    same = last && isSameHeartbeat(heartbeat, last) ? same + 1 : 0
    last = heartbeat
    if (same < probesUntilSilent) continue
    await clock.sleep(random() * mostDelayMs, signal)
    const silent = heartbeat
    try {
      const leader = await epoch.replace(silent)
      if (leader) return leader
    } catch (error) {
      // Waiting would not help: the caller would get the same error as the leader.
      if (isWaraqError(error) && error.code === 'newer_format') throw error
    }
    same = 0
  }
}
