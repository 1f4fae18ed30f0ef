import { restoredError, type WaraqError } from '@waraq/protocol'
import { meaningOf } from '../errors/error-meanings.ts'
import { emptyReport, type RunReport } from '../run/report.ts'
import { readWriter } from '../../store/writer.ts'
import type { WaraqDatabase } from '../../store/database.ts'
import type { LastRun, SubscriptionRecord } from '../../store/records.ts'

/**
 * While a call waited for the writer's lock, another tab may have done the same sync. The call then reports the other tab's
 * result and sends no request of its own: ten tabs that open at the same time do one bootstrap.
 */

/** The state of the database when a call started to wait. */
export interface StateAtCall {
  /** When the call was made, by this device's clock. The other fields are read a little later, once the database is open. */
  readonly calledAt: number
  /** The epoch of the latest writer. A writer that starts after the call has a greater one. */
  readonly epoch: number
  /** By filter: the epoch under which its latest run ended. */
  readonly ended: ReadonlyMap<string, number>
}

export function readStateAtCall(db: WaraqDatabase, calledAt: number): Promise<StateAtCall> {
  return db.transaction('r', [db.meta, db.subscriptions], async () => ({
    calledAt,
    epoch: (await readWriter(db)).epoch,
    ended: new Map(
      (await db.subscriptions.toArray()).map(({ filter, lastRun }) => [filter, lastRun?.epoch ?? 0]),
    ),
  }))
}

/**
 * Returns whether the subscription's latest run answers the call: a run that started after the call, or with `joinRunning`
 * also one that was running at that time.
 */
export function answersCall(
  record: SubscriptionRecord,
  atCall: StateAtCall,
  joinRunning: boolean,
  now: number,
): boolean {
  const { lastRun } = record
  if (!lastRun || record.resync) return false
  if (lastRun.errorCode !== null && meaningOf(lastRun.errorCode).ofThisTab) return false
  // A run that ended before the call never answers it, even if the writer's record was lost since.
  const ended = atCall.ended.get(record.filter) ?? 0
  if (!joinRunning) return lastRun.epoch > Math.max(atCall.epoch, ended)
  // The run may also have ended while this call was still opening the database.
  return lastRun.epoch > ended || (lastRun.at >= atCall.calledAt && lastRun.at <= now)
}

/** Returns the stored part of the run's error. */
export function errorOf({ errorCode, message, retryAt, status }: LastRun): WaraqError | undefined {
  if (errorCode === null) return undefined
  return restoredError({
    code: errorCode,
    message: message ?? '',
    retryable: retryAt !== null,
    ...(retryAt === null ? {} : { retryAt }),
    ...(status === undefined ? {} : { status }),
  })
}

/** Returns the report of a call that a run of another engine answered. */
export function joinedReport({ filter, lastRun, sequence }: SubscriptionRecord): RunReport {
  const { outcome, retryAt } = lastRun!
  const error = errorOf(lastRun!)
  return {
    ...emptyReport(filter, sequence === null ? 'bootstrap' : 'incremental', outcome),
    joined: true,
    sequence,
    ...(error ? { error } : {}),
    ...(retryAt === null ? {} : { retryAt }),
  }
}
