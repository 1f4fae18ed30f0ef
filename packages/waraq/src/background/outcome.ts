import { isWaraqError, type WaraqError } from '@waraq/protocol'
import { meaningOf } from '../sync/errors/error-meanings.ts'
import type { RunReport, SyncReport } from '../sync/run/report.ts'
import type { ScheduleReason } from '../store/schedule-record.ts'

/** The outcome of a slice of background work, and the answer to the browser. Pure. */

/**
 * - `done`: nothing is left that the background could do. The page tells its user of lasting failures.
 * - `more`: the slice used up its time and got further; another slice goes on.
 * - `retry`: something stood in the way that may pass by itself.
 * - `busy`: another tab or worker is writing, and does the work.
 */
export type SliceOutcome = 'done' | 'more' | 'retry' | 'busy'

function ranOutOfTime({ error }: RunReport): boolean {
  return error !== undefined && meaningOf(error.code).cutOff === true
}

/**
 * A run got further where it is complete, or where the next one goes on from where it stopped. A run that ended in another
 * way is repeated from the start.
 */
function gotFurther(run: RunReport): boolean {
  const received = run.pages + run.snapshots + run.unavailable.length
  return (run.outcome === 'current' || ranOutOfTime(run)) && received > 0
}

/** The slice's outcome for an error that ended a run or kept it from beginning. */
function outcomeOfError(error: WaraqError): SliceOutcome {
  if (meaningOf(error.code).othersWrite) return 'busy'
  // The page that calls `resume` syncs by itself.
  if (meaningOf(error.code).untilResumed) return 'done'
  return error.retryable ? 'retry' : 'done'
}

/**
 * The outcome of a slice from its report. A slice that ran out of time without getting further counts as failed: to go on at
 * once could loop for ever, whereas the browser waits longer after each failure.
 */
export function outcomeOf({ runs }: SyncReport): SliceOutcome {
  if (runs.some(ranOutOfTime)) return runs.some(gotFurther) ? 'more' : 'retry'
  const errors = runs.flatMap(({ outcome, error }) =>
    (outcome === 'interrupted' || outcome === 'failed') && error ? [outcomeOfError(error)] : [],
  )
  return (
    errors.find((outcome) => outcome === 'retry') ?? errors.find((outcome) => outcome === 'busy') ?? 'done'
  )
}

/** The outcome of a sync that threw. Rethrows anything but a `WaraqError`: that is a defect, and must be seen. */
export function outcomeOfThrown(thrown: unknown): SliceOutcome {
  if (isWaraqError(thrown)) return outcomeOfError(thrown)
  throw thrown
}

/** The outcome of a slice that the timetable of all tabs does not allow now. */
export function outcomeOfWait(reason: ScheduleReason): SliceOutcome {
  // A person who saves data or paused needs no further event: a page syncs on request, or once the timetable allows it.
  return reason === 'data_saver' || reason === 'paused' ? 'done' : 'retry'
}

/** The possible answers to a sync event. */
export type Answer =
  /** The browser need not come back. */
  | 'resolve'
  /** The browser comes back after a delay that grows each time. */
  | 'reject'
  /** The service worker asks for another event, which comes at once. */
  | 'ask'
  /** The service worker runs another slice within this event. */
  | 'continue'

export interface EventFacts {
  readonly lastChance: boolean
  /** The browser refused another event, or has no background sync. */
  readonly refused: boolean
  /** This event has time for another slice. */
  readonly timeLeft: boolean
}

/** The answer to a sync event after a slice. */
export function answerTo(outcome: SliceOutcome, { lastChance, refused, timeLeft }: EventFacts): Answer {
  if (outcome === 'done' || outcome === 'busy') return 'resolve'
  if (outcome === 'more' && !refused) return 'ask'
  if (outcome === 'more' && timeLeft) return 'continue'
  // Rejecting the last chance would only log an error; the page's own syncs go on from there.
  return lastChance ? 'resolve' : 'reject'
}
