import { isWaraqError, type WaraqError } from '@waraq/contract'
import { meaningOf } from '../errors/error-meanings.ts'
import type { RunReport, SyncReport } from '../run/report.ts'
import type { ScheduleReason } from '../store/schedule-record.ts'

/** Pure: what a slice of background work came to, and what the browser is told about it. */

/**
 * - `done`: nothing is left that the background could do. Whatever failed for good the page tells its user.
 * - `more`: the slice used up its time and got further; another one goes on.
 * - `retry`: something stood in the way that may pass by itself.
 * - `busy`: another tab or worker writes; it does the work.
 */
export type SliceOutcome = 'done' | 'more' | 'retry' | 'busy'

function ranOutOfTime({ error }: RunReport): boolean {
  return error !== undefined && meaningOf(error.code).cutOff === true
}

/**
 * Only runs that are complete, or go on from where they stopped, get further: the next slice begins behind them. A run
 * that ended in another way is repeated, so what it received brings no end nearer.
 */
function gotFurther(run: RunReport): boolean {
  const received = run.pages + run.snapshots + run.unavailable.length
  return (run.outcome === 'current' || ranOutOfTime(run)) && received > 0
}

/** What an error is to the background that ends a run, or keeps it from beginning. */
function outcomeOfError(error: WaraqError): SliceOutcome {
  if (meaningOf(error.code).othersWrite) return 'busy'
  // The page that ends the pause syncs by itself.
  if (meaningOf(error.code).untilResumed) return 'done'
  return error.retryable ? 'retry' : 'done'
}

/**
 * What a slice came to. A slice that ran out of time without getting any further counts as failed: to go on at once would
 * be a loop that never ends, and the browser's own delays grow.
 */
export function outcomeOf({ runs }: SyncReport): SliceOutcome {
  if (runs.some(ranOutOfTime)) return runs.some(gotFurther) ? 'more' : 'retry'
  const errors = runs.flatMap(({ outcome, error }) =>
    (outcome === 'deferred' || outcome === 'failed') && error ? [outcomeOfError(error)] : [],
  )
  return (
    errors.find((outcome) => outcome === 'retry') ?? errors.find((outcome) => outcome === 'busy') ?? 'done'
  )
}

/** The same of a sync that gave no report. Throws what is no error of ours: that is a defect, and must be seen. */
export function outcomeOfThrown(thrown: unknown): SliceOutcome {
  if (isWaraqError(thrown)) return outcomeOfError(thrown)
  throw thrown
}

/** What it is to the background that the timetable of all tabs does not allow a sync now. */
export function outcomeOfWait(reason: ScheduleReason): SliceOutcome {
  // Who saves data, or paused, syncs in a page or when it is time; no event need come again for that.
  return reason === 'data_saver' || reason === 'paused' ? 'done' : 'retry'
}

/** What may be done about a sync event. */
export type Answer =
  /** The browser has nothing more to do. */
  | 'resolve'
  /** The browser comes back after a delay that grows with each time. */
  | 'reject'
  /** Ask for another event, which comes at once. */
  | 'ask'
  /** Another slice within this event. */
  | 'continue'

export interface EventFacts {
  readonly lastChance: boolean
  /** Another event was asked for and the browser refused, or knows no such thing. */
  readonly refused: boolean
  /** The browser leaves this event time for another slice. */
  readonly timeLeft: boolean
}

/** What a sync event is answered with after a slice. */
export function answerTo(outcome: SliceOutcome, { lastChance, refused, timeLeft }: EventFacts): Answer {
  if (outcome === 'done' || outcome === 'busy') return 'resolve'
  if (outcome === 'more' && !refused) return 'ask'
  if (outcome === 'more' && timeLeft) return 'continue'
  // A rejected last chance only leaves an error in the log; the page's own syncs go on from there.
  return lastChance ? 'resolve' : 'reject'
}
