import type { Clock } from '@waraq/client'
import { isWaraqError } from '@waraq/contract'
import { answerWithin } from '../store/answer-within.ts'
import type { WaraqDatabase } from '../store/database.ts'
import { openWithin } from '../store/open/open-within.ts'
import { isSameBeat, readWriter, replaceWriter, type Heartbeat, type Writer } from '../store/writer.ts'

/** A waiting engine looks this often whether the writer still leaves signs of life. */
const lookMs = 5_000
/** After so many looks in a row at the same heartbeat, its writer counts as frozen: 25 s, more than two heartbeats. */
const looksUntilSilent = 5
/** Engines that wait behind one frozen tab take over after random delays, so that the others see the first one do it. */
const mostDelayMs = 4_000

interface SilenceOptions {
  readonly db: WaraqDatabase
  readonly holder: string
  readonly clock: Clock
  readonly random: () => number
}

/** The latest heartbeat; undefined where it cannot be read, which says nothing about the writer. */
async function latestBeat(db: WaraqDatabase, clock: Clock): Promise<Heartbeat | undefined> {
  try {
    await openWithin(db, clock)
    return await answerWithin(clock, () => readWriter(db))
  } catch {
    return undefined
  }
}

/**
 * Waits until the writer has left no sign of life for long enough, and resolves with the writer that replaces it. Of all
 * engines that wait behind one silent writer, the database chooses one, before any of them touches the lock. Otherwise two
 * could steal the lock from each other, because a lock that was just stolen looks like that of a frozen tab. Counts looks
 * instead of comparing times: clocks jump, and where the whole device slept, the writer gets time to go on.
 * @throws the signal's reason; {WaraqError} `newer_format`
 */
export async function replaceSilentWriter(
  { db, holder, clock, random }: SilenceOptions,
  signal: AbortSignal,
): Promise<Writer> {
  let last: Heartbeat | undefined
  let same = 0
  for (;;) {
    await clock.sleep(lookMs, signal)
    const beat = await latestBeat(db, clock)
    if (beat === undefined) continue
    same = last && isSameBeat(beat, last) ? same + 1 : 0
    last = beat
    if (same < looksUntilSilent) continue
    await clock.sleep(random() * mostDelayMs, signal)
    const silent = beat
    try {
      const writer = await answerWithin(clock, () => replaceWriter(db, holder, silent, clock))
      if (writer) return writer
    } catch (error) {
      // To wait would not help: the caller would get the same error in the seat.
      if (isWaraqError(error) && error.code === 'newer_format') throw error
    }
    same = 0
  }
}
