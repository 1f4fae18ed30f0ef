import { type WaraqError, restoredError } from '@waraq/protocol'
import { emptyReport, syncOutcome, type RunReport, type SyncReport } from '../run/report.ts'
import type { Conditions } from '../../platform/conditions.ts'
import { emptySchedule, type ScheduleRecord } from '../../store/schedule-record.ts'
import { scheduleSettings, type ScheduleContext } from './settings.ts'

export { default as fc } from 'fast-check'
export { seeded } from '@waraq/test-support/random'
export { settle } from '@waraq/test-support/at-rest'
export { VirtualClock } from '@waraq/test-support/virtual-clock'

export const secondMs = 1_000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** A time to count from. */
export const noon = Date.UTC(2026, 7, 1, 12)

export const plain: Conditions = { online: true, saveData: false, metered: null }
export const saving: Conditions = { ...plain, saveData: true }
export const offline: Conditions = { ...plain, online: false }

export function context(changes: Partial<ScheduleContext> = {}): ScheduleContext {
  return { now: noon, conditions: plain, settings: scheduleSettings(), random: () => 0.5, ...changes }
}

/** A schedule after a sync that worked, ten minutes ago, unless told otherwise. */
export function schedule(changes: Partial<ScheduleRecord> = {}): ScheduleRecord {
  const endedAt = noon - 10 * minuteMs
  return {
    ...emptySchedule,
    endedAt,
    workedAt: endedAt,
    outcome: 'current',
    nextAt: noon + 50 * minuteMs,
    reason: 'interval',
    configuration: '',
    ...changes,
  }
}

/** A schedule whose content was last confirmed so long ago that a reader waits for the next sync, whatever wakes the engine. */
export function waitedFor(changes: Partial<ScheduleRecord> = {}): ScheduleRecord {
  return schedule({ workedAt: noon - 6 * dayMs, ...changes })
}

export function failure(code: string, changes: { retryable?: boolean; retryAt?: number } = {}): WaraqError {
  return restoredError({ code, message: `${code}.`, retryable: true, ...changes })
}

export function run(outcome: RunReport['outcome'], changes: Partial<RunReport> = {}): RunReport {
  return { ...emptyReport('translations:20', 'incremental', outcome), ...changes }
}

export function report(...runs: RunReport[]): SyncReport {
  return { outcome: syncOutcome(runs.map(({ outcome }) => outcome)), runs }
}

export const worked = report(run('current'))
export const broken = report(run('interrupted', { error: failure('service_failed') }))
export const unreachable = report(run('interrupted', { error: failure('network') }))
export const forbidden = report(run('failed', { error: failure('forbidden', { retryable: false }) }))
export const cutOff = report(run('interrupted', { error: failure('budget_spent'), retryAt: noon }))

export function slowDown(retryAt: number): SyncReport {
  return report(run('interrupted', { error: failure('rate_limited', { retryAt }), retryAt }))
}
