import { describe, expect, it } from 'vitest'
import type { LastRun, SubscriptionRecord } from '../../store/records.ts'
import { answersCall, joinedReport, type StateAtCall } from './joining.ts'

/** Whether a run of another tab answers a call, and what the call then reports. */

const filter = 'translations:20'
const ran = (epoch: number, rest: Partial<LastRun> = {}): LastRun => ({
  at: 0,
  epoch,
  outcome: 'current',
  errorCode: null,
  message: null,
  retryAt: null,
  ...rest,
})
const subscription = (lastRun: LastRun | null, rest: Partial<SubscriptionRecord> = {}) =>
  ({ filter, lastRun, sequence: 5, resync: false, ...rest }) as SubscriptionRecord
/** The call came while the writer had epoch 7; its latest run had ended under epoch 5. */
const atCall: StateAtCall = { calledAt: 1_000, epoch: 7, ended: new Map([[filter, 5]]) }
const now = 2_000

describe('a call is answered', () => {
  it.each([
    ['by a run that began after it', subscription(ran(8)), false, true],
    ['not by one that was under way', subscription(ran(7)), false, false],
    ['by one that was under way, where that will do', subscription(ran(7)), true, true],
    ['not by one that had ended', subscription(ran(5)), true, false],
    ['by one that ended while the database was opened', subscription(ran(5, { at: 1_000 })), true, true],
    ['not by that, where it has to have begun later', subscription(ran(5, { at: 1_500 })), false, false],
    ['not by one that ended in a future of the clock', subscription(ran(5, { at: 3_000 })), true, false],
    ['not where there was none', subscription(null), true, false],
    ['not where a resync was asked for', subscription(ran(8), { resync: true }), false, false],
    ['by an obstacle of the service', subscription(ran(8, { errorCode: 'service_failed' })), false, true],
    ['not by a budget that ended', subscription(ran(8, { errorCode: 'budget_spent' })), false, false],
    ['not by one that left a refresh', subscription(ran(8, { errorCode: 'postponed' })), false, false],
    ["not by the other tab's storage", subscription(ran(8, { errorCode: 'storage_lost' })), false, false],
  ])('%s', (_, record, joinRunning, answered) => {
    expect(answersCall(record, atCall, joinRunning, now)).toBe(answered)
  })
  it('not by a run that had ended, where the record of the writer was lost since', () => {
    const lost: StateAtCall = { ...atCall, epoch: 0 }
    expect(answersCall(subscription(ran(5)), lost, false, now)).toBe(false)
    expect(answersCall(subscription(ran(6)), lost, false, now)).toBe(true)
  })
  it('by any run of a subscription that was made after it, where one under way will do', () => {
    expect(answersCall(subscription(ran(7)), { ...atCall, ended: new Map() }, true, now)).toBe(true)
  })
})

describe('the report', () => {
  it('of a joined success has no error', () => {
    const report = joinedReport(subscription(ran(8)))
    expect(report).toMatchObject({
      joined: true,
      outcome: 'current',
      mode: 'incremental',
      sequence: 5,
      pages: 0,
    })
    expect(report).not.toHaveProperty('error')
  })
  it('of a joined failure that will not pass by itself says so', () => {
    const failed = ran(8, { outcome: 'failed', errorCode: 'forbidden', message: null })
    const report = joinedReport(subscription(failed, { sequence: null }))
    expect(report).toMatchObject({
      outcome: 'failed',
      mode: 'bootstrap',
      error: { code: 'forbidden', retryable: false },
    })
    expect(report.retryAt).toBeUndefined()
  })
  it('of a joined failure that may pass says when', () => {
    const failed = ran(8, {
      outcome: 'interrupted',
      errorCode: 'network',
      message: 'no network',
      retryAt: 99,
    })
    expect(joinedReport(subscription(failed))).toMatchObject({
      retryAt: 99,
      error: { code: 'network', message: 'no network', retryable: true, retryAt: 99 },
    })
  })
})
