import type { Clock } from '../../client/clock.ts'
import { WaraqError } from '@waraq/protocol'
import { emptySchedule, type ScheduleRecord } from '../../store/schedule-record.ts'

/** Pauses in the timetable, and how they end current runs. */

/** Returns the record with syncing paused. An existing pause keeps its start. */
export function paused(record: ScheduleRecord | null, now: number): ScheduleRecord {
  const known = record ?? emptySchedule
  return isPaused(known) ? known : { ...known, pausedAt: now }
}

/** Returns the record after the pause. Syncs that it delayed are due now. */
export function resumed(record: ScheduleRecord | null, now: number): ScheduleRecord | null {
  if (!record || !isPaused(record)) return record
  const going = { ...record, pausedAt: null }
  // A sync that a caller asked for during the pause is still running, or its engine is gone and another one continues.
  return record.inProgress
    ? { ...going, inProgress: { ...record.inProgress, requested: true } }
    : { ...going, nextAt: now, reason: 'asked', requested: true }
}

export function isPaused(record: ScheduleRecord | null): boolean {
  return pausedSince(record) !== null
}

/** Milliseconds since the epoch; null if syncing is not paused. */
export function pausedSince(record: ScheduleRecord | null): number | null {
  return record?.pausedAt ?? null
}

function pausedError(): WaraqError {
  return new WaraqError({
    code: 'paused',
    message: 'Syncing was paused. What was begun is kept; resume() goes on with it, and so does sync().',
    retryable: true,
  })
}

/** Milliseconds between two reads of the timetable during a run, because a message of another tab may be lost. */
const probeMs = 10_000

interface Run {
  readonly calledAt: number
  readonly byItself: boolean
  readonly ended: AbortController
}

/** Ends runs when this engine or another one pauses syncing. */
export class Pauses {
  readonly #read: () => Promise<ScheduleRecord | null>
  readonly #clock: Clock
  readonly #runs = new Set<Run>()

  constructor(read: () => Promise<ScheduleRecord | null>, clock: Clock) {
    this.#read = read
    this.#clock = clock
  }

  /**
   * To be called before a sync. A later pause aborts the signal. If the sync was started automatically (`byItself`), an
   * earlier pause does so too.
   */
  begin(byItself: boolean): { readonly signal: AbortSignal; end(): void } {
    const over = new AbortController()
    const run: Run = { calledAt: this.#clock.now(), byItself, ended: new AbortController() }
    this.#runs.add(run)
    void this.#probeOften(over.signal)
    return {
      signal: run.ended.signal,
      end: () => {
        this.#runs.delete(run)
        over.abort('over')
      },
    }
  }

  /** To be called when this engine pauses. */
  stop(): void {
    for (const { ended } of this.#runs) ended.abort(pausedError())
  }

  /** To be called when another engine may have paused. */
  async probe(): Promise<void> {
    if (this.#runs.size === 0) return
    try {
      const since = pausedSince(await this.#read())
      if (since === null) return
      for (const { byItself, calledAt, ended } of this.#runs)
        if (byItself || since > calledAt) ended.abort(pausedError())
    } catch {
      // The run itself meets the database error.
    }
  }

  async #probeOften(over: AbortSignal): Promise<void> {
    try {
      for (;;) {
        await this.#clock.sleep(probeMs, over)
        await this.probe()
      }
    } catch {
      // The run is over.
    }
  }
}
