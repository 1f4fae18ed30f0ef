import { isWaraqError, type WaraqError } from '@waraq/protocol'
import { meaningOf } from '../sync/errors/error-meanings.ts'
import type { RunReport, SyncReport } from '../sync/run/report.ts'
import type { ScheduleReason } from '../store/schedule-record.ts'

/** The outcome of a slice of background work, and the answer to the browser. Pure. */

/**
 * - `done`: no work is left for the background. The page reports lasting failures to its user.
 * - `more`: the slice used up its time and made progress; another slice continues.
 * - `retry`: a problem that may pass without a change prevented the work.
 * - `busy`: another tab or worker is writing, and does the work.
 */
export type SliceOutcome = 'done' | 'more' | 'retry' | 'busy'

function ranOutOfTime({ error }: RunReport): boolean {
  return error !== undefined && meaningOf(error.code).cutOff === true
}

/**
 * Whether a run made progress: it is complete, or the next run continues where it stopped. A run that ended in another way is
 * repeated from the start.
 */
function gotFurther(run: RunReport): boolean {
  const received = run.pages + run.snapshots + run.unavailable.length
  return (run.outcome === 'current' || ranOutOfTime(run)) && received > 0
}

/** The slice's outcome for an error that ended a run or prevented it from starting. */
function outcomeOfError(error: WaraqError): SliceOutcome {
  if (meaningOf(error.code).othersWrite) return 'busy'
  // The page that calls `resume` syncs automatically.
  if (meaningOf(error.code).untilResumed) return 'done'
  return error.retryable ? 'retry' : 'done'
}

/**
 * The outcome of a slice from its report. A slice that ran out of time without progress counts as failed: continuing
 * immediately could loop for ever, whereas the browser waits longer after each failure.
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

/** The outcome of a sync that threw. Rethrows anything but a `WaraqError`: that is a defect, and must be visible. */
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
  /** The browser does not fire another event. */
  | 'resolve'
  /** The browser repeats the event after a delay that grows each time. */
  | 'reject'
  /** The service worker requests another event, which the browser fires immediately. */
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
  // Rejecting the last chance would only log an error; the page's own syncs continue from there.
  return lastChance ? 'resolve' : 'reject'
}
