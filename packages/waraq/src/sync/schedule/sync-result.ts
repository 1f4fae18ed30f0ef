import { isWaraqError, type ErrorCode, type WaraqError } from '@waraq/protocol'
import { meaningOf, isNetworkError } from '../errors/error-meanings.ts'
import type { SyncOutcome } from '../../store/outcome.ts'
import { worstOutcome, type RunReport, type SyncReport } from '../run/report.ts'

/** The result of a sync, as far as the time of the next sync depends on it. */
export interface SyncResult {
  /**
   * `worked`: another try now would fetch no more. `nothing`: there was nothing to sync. `cut_off`: the budget or a pause
   * ended the sync. `retry`: it failed, and a retry may help. `help`: it fails until an operator or a person changes
   * something.
   */
  readonly verdict: 'worked' | 'nothing' | 'cut_off' | 'retry' | 'help'
  readonly outcome: SyncOutcome
  readonly errorCode: ErrorCode | null
  /** The sync got no answer at all. */
  readonly offline: boolean
  /** The time that the service set for another try. */
  readonly serviceAsked: number | null
  /** The earliest due time of the refreshes that the runs deferred. */
  readonly dueAt: number | null
}

function latest(times: readonly (number | undefined)[]): number | null {
  const known = times.filter((time) => time !== undefined)
  return known.length === 0 ? null : Math.max(...known)
}

/** Returns whether another try may help. A report without an error does not rule it out. */
function mayPass({ error }: RunReport): boolean {
  return error?.retryable ?? true
}

/** Returns whether no step failed although content is still to come. */
const comesInTime = (error: WaraqError | undefined) =>
  error !== undefined && meaningOf(error.code).inTime === true

const isCutOff = ({ error }: RunReport) => error !== undefined && meaningOf(error.code).cutOff === true

/**
 * Returns the times that the service set. The report of another tab's run contains any retry time as that of its error, also
 * estimated ones. Only the time of an error that asks to slow down (`asksToWait`) always comes from the service.
 */
function namedByService(run: RunReport): (number | undefined)[] {
  if (run.joined) return run.error && meaningOf(run.error.code).asksToWait ? [run.error.retryAt] : []
  return [run.error, ...run.needed.map(({ error }) => error)].flatMap((error) =>
    comesInTime(error) ? [] : [error?.retryAt],
  )
}

/** Returns the due times of refreshes that the run deferred. */
function refreshesOf({ error, needed }: RunReport): number[] {
  return [error, ...needed.map((each) => each.error)].flatMap((each) =>
    comesInTime(each) ? (each!.retryAt ?? []) : [],
  )
}

function verdictOf(runs: readonly RunReport[], troubled: readonly RunReport[]): SyncResult['verdict'] {
  if (runs.length === 0) return 'nothing'
  if (troubled.length === 0) return 'worked'
  const passing = troubled.filter(mayPass)
  if (passing.length > 0) {
    return passing.every(isCutOff) ? 'cut_off' : 'retry'
  }
  // A lasting failure must not keep the other subscriptions, or the rest of this one, from staying current.
  return runs.some(({ outcome }) => outcome === 'current' || outcome === 'partial') ? 'worked' : 'help'
}

export function resultOf({ outcome, runs }: SyncReport): SyncResult {
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

/** Returns the result of a sync without a report. Unknown errors are retried, as slowly as all others. */
export function resultOfError(error: unknown): SyncResult {
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
