import type { Clock } from '../../client/clock.ts'
import { WaraqError } from '@waraq/protocol'
import { emptySchedule, type ScheduleRecord } from '../../store/schedule-record.ts'

/** A pause in the timetable, and how it ends runs that are under way. */

/** The record with syncing paused. A pause that has begun already goes on. */
export function paused(record: ScheduleRecord | null, now: number): ScheduleRecord {
  const known = record ?? emptySchedule
  return isPaused(known) ? known : { ...known, pausedAt: now }
}

/** The record after the pause: syncs that it held back come now. */
export function resumed(record: ScheduleRecord | null, now: number): ScheduleRecord | null {
  if (!record || !isPaused(record)) return record
  const going = { ...record, pausedAt: null }
  // A sync that a caller asked for during the pause is still under way, or its engine is gone and another one goes on.
  return record.underWay
    ? { ...going, underWay: { ...record.underWay, requested: true } }
    : { ...going, nextAt: now, reason: 'asked', requested: true }
}

export function isPaused(record: ScheduleRecord | null): boolean {
  return pausedSince(record) !== null
}

/** Milliseconds since the epoch; null where nothing is paused. */
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

/** While a run is under way, the timetable is read this often: a message of another tab may be lost. */
const lookMs = 10_000

/** A run that a pause may end. */
interface Run {
  readonly calledAt: number
  readonly byItself: boolean
  readonly ended: AbortController
}

/** Ends runs when syncing is paused, by this engine or another one. */
export class Pauses {
  readonly #read: () => Promise<ScheduleRecord | null>
  readonly #clock: Clock
  readonly #runs = new Set<Run>()

  constructor(read: () => Promise<ScheduleRecord | null>, clock: Clock) {
    this.#read = read
    this.#clock = clock
  }

  /**
   * To be called before a sync. A later pause aborts the signal; where the sync began by itself, an earlier pause does, too.
   */
  begin(byItself: boolean): { readonly signal: AbortSignal; end(): void } {
    const over = new AbortController()
    const run: Run = { calledAt: this.#clock.now(), byItself, ended: new AbortController() }
    this.#runs.add(run)
    void this.#lookOften(over.signal)
    return {
      signal: run.ended.signal,
      end: () => {
        this.#runs.delete(run)
        over.abort('over')
      },
    }
  }

  /** To be called where this engine paused. */
  stop(): void {
    for (const { ended } of this.#runs) ended.abort(pausedError())
  }

  /** To be called where another engine may have paused. */
  async look(): Promise<void> {
    if (this.#runs.size === 0) return
    try {
      const since = pausedSince(await this.#read())
      if (since === null) return
      for (const { byItself, calledAt, ended } of this.#runs)
        if (byItself || since > calledAt) ended.abort(pausedError())
    } catch {
      // The run itself meets the fault of the database.
    }
  }

  async #lookOften(over: AbortSignal): Promise<void> {
    try {
      for (;;) {
        await this.#clock.sleep(lookMs, over)
        await this.look()
      }
    } catch {
      // The run is over.
    }
  }
}
