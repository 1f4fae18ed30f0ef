import { isWaraqError, type ErrorCode, type WaraqError } from '@waraq/protocol'
import { meaningOf, isNetworkError } from '../errors/error-meanings.ts'
import type { SyncOutcome } from '../../store/outcome.ts'
import { worstOutcome, type RunReport, type SyncReport } from '../run/report.ts'

/** How a sync ended, as far as the time of the next sync depends on it. */
export interface Ending {
  /**
   * `worked`: another try now would bring no more. `nothing`: there was nothing to sync. `cut_off`: its budget or a pause
   * ended it. `retry`: it failed in a way that may pass. `help`: it fails until an operator or a person changes something.
   */
  readonly verdict: 'worked' | 'nothing' | 'cut_off' | 'retry' | 'help'
  readonly outcome: SyncOutcome
  readonly errorCode: ErrorCode | null
  /** The sync got no answer at all. */
  readonly offline: boolean
  /** The time that the service named for another try. */
  readonly serviceAsked: number | null
  /** The earliest time at which a deferred refresh is due that the runs left for later. */
  readonly dueAt: number | null
}

function latest(times: readonly (number | undefined)[]): number | null {
  const known = times.filter((time) => time !== undefined)
  return known.length === 0 ? null : Math.max(...known)
}

/** Whether another try may help. A report without an error says nothing against it. */
function mayPass({ error }: RunReport): boolean {
  return error?.retryable ?? true
}

/** Whether nothing failed, although something is still to come. */
const comesInTime = (error: WaraqError | undefined) =>
  error !== undefined && meaningOf(error.code).inTime === true

const isCutOff = ({ error }: RunReport) => error !== undefined && meaningOf(error.code).cutOff === true

/**
 * Times that the service named. The report of another tab's run gives any time to try again as its error's, guessed ones
 * too; only the time of an error that asks to slow down always comes from the service.
 */
function namedByService(run: RunReport): (number | undefined)[] {
  if (run.joined) return run.error && meaningOf(run.error.code).asksToWait ? [run.error.retryAt] : []
  return [run.error, ...run.needed.map(({ error }) => error)].flatMap((error) =>
    comesInTime(error) ? [] : [error?.retryAt],
  )
}

/** Times of deferred refreshes that the run left for later. */
function refreshesOf({ error, needed }: RunReport): number[] {
  return [error, ...needed.map((each) => each.error)].flatMap((each) =>
    comesInTime(each) ? (each!.retryAt ?? []) : [],
  )
}

function verdictOf(runs: readonly RunReport[], troubled: readonly RunReport[]): Ending['verdict'] {
  if (runs.length === 0) return 'nothing'
  if (troubled.length === 0) return 'worked'
  const passing = troubled.filter(mayPass)
  if (passing.length > 0) {
    return passing.every(isCutOff) ? 'cut_off' : 'retry'
  }
  // A lasting failure must not keep the other subscriptions, or the rest of this one, from staying current.
  return runs.some(({ outcome }) => outcome === 'current' || outcome === 'partial') ? 'worked' : 'help'
}

export function endingOf({ outcome, runs }: SyncReport): Ending {
  const troubled = runs.filter(({ outcome: how, error }) => how !== 'current' && !comesInTime(error))
  const due = runs.flatMap(refreshesOf)
  const verdict = verdictOf(runs, troubled)
  const passing = troubled.filter((run) => mayPass(run) && !isCutOff(run))
  const worst = worstOutcome(troubled.map((run) => run.outcome))
  const telling = passing[0] ?? troubled.find((run) => run.outcome === worst)
  return {
    verdict,
    outcome,
    errorCode: telling?.error?.code ?? null,
    offline: passing.some(({ error }) => error !== undefined && isNetworkError(error)),
    serviceAsked: latest(passing.flatMap(namedByService)),
    dueAt: due.length === 0 ? null : Math.min(...due),
  }
}

/** The ending of a sync that gave no report. Unknown errors are tried again, as slowly as all others. */
export function endingOfError(error: unknown): Ending {
  const known = isWaraqError(error) ? error : undefined
  return {
    verdict: (known?.retryable ?? true) ? 'retry' : 'help',
    outcome: 'failed',
    errorCode: known?.code ?? 'internal',
    offline: known !== undefined && isNetworkError(known),
    serviceAsked: known?.retryAt ?? null,
    dueAt: null,
  }
}
