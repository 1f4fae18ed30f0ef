import { describe, expect, test } from 'vitest'
import { resultOf } from './sync-result.ts'
import type { ScheduleRecord } from '../../store/schedule-record.ts'
import { scheduleStatus } from './schedule-status.ts'
import { broken, hourMs, context, noon, schedule, secondMs, waitedFor } from './support.test-support.ts'
import { afterCancel, afterGone, afterSync } from './after-sync.ts'
import { onTrigger } from './timetable.ts'

const claim = 'this:1'

/** A sync that an alarm began at noon, unless told otherwise. */
function begun(
  before: ScheduleRecord | null = schedule({ nextAt: noon }),
  trigger: Parameters<typeof onTrigger>[1] = 'interval',
) {
  const decision = onTrigger(before, trigger, claim, context())
  if (!decision.sync) throw new Error(`No sync: ${decision.reason}`)
  return decision.record
}

describe('a sync that is cancelled', () => {
  test('is due again soon where it was automatic', () => {
    const record = afterCancel(begun(), claim, context())
    expect(record).toMatchObject({
      inProgress: null,
      nextAt: noon + 5 * secondMs,
      reason: 'interval',
      failures: 0,
    })
  })
  test('is due again within a second where a reader has nothing yet', () => {
    const record = afterCancel(begun(waitedFor({ workedAt: null, nextAt: noon })), claim, context())
    expect(record).toMatchObject({ nextAt: noon + secondMs, reason: 'interval' })
  })
  test('leaves the timetable as it was where a caller had asked for it', () => {
    const before = schedule()
    expect(afterCancel(begun(before, 'asked'), claim, context())).toEqual({ ...before, asked: [noon] })
  })
  test('leaves the timetable empty where it was', () => {
    const before = schedule({ nextAt: null, reason: 'nothing_subscribed' })
    const record = begun(before, 'asked')
    expect(afterCancel(record, claim, context())).toMatchObject({
      nextAt: null,
      reason: 'nothing_subscribed',
    })
    const requested = onTrigger(record, 'subscribed', 'other:1', context()).record
    expect(afterCancel(requested, claim, context())).toMatchObject({
      nextAt: noon + secondMs,
      reason: 'asked',
    })
  })
  test('keeps what was requested', () => {
    const record = afterCancel(
      begun(schedule({ nextAt: null, reason: 'nothing_subscribed' }), 'subscribed'),
      claim,
      context(),
    )
    expect(record).toMatchObject({ requested: true, nextAt: noon + secondMs })
  })
  test('gives back what the one that it took over from was to bring', () => {
    const lost = begun(schedule({ nextAt: noon }), 'subscribed')
    const late = context({ now: noon + hourMs })
    const taken = onTrigger(lost, 'asked', 'other:1', late).record
    expect(afterCancel(taken, 'other:1', late)).toMatchObject({
      requested: true,
      nextAt: late.now + secondMs,
    })
  })
})

describe('a sync whose engine is gone', () => {
  test('is due again at once where it was automatic', () => {
    const late = context({ now: noon + secondMs })
    expect(afterGone(begun(), claim, late)).toMatchObject({
      inProgress: null,
      nextAt: late.now,
      reason: 'interval',
      requested: false,
    })
  })
  test('is requested, and due at once, where a caller had asked for it', () => {
    expect(afterGone(begun(schedule(), 'asked'), claim, context())).toMatchObject({
      inProgress: null,
      nextAt: noon,
      reason: 'asked',
      requested: true,
    })
  })
  test('is that of another one since: nothing changes', () => {
    const record = begun()
    expect(afterGone(record, 'other:1', context())).toBe(record)
    expect(afterGone(null, claim, context())).toBeNull()
  })
})

describe('what is shown', () => {
  test('of an empty timetable', () => {
    expect(scheduleStatus(null, context())).toEqual({
      nextSyncAt: null,
      reason: 'never_synced',
      lastSyncAt: null,
      errorCode: null,
      failures: 0,
    })
  })
  test('of one after a failure', () => {
    expect(
      scheduleStatus(
        afterSync(begun(waitedFor({ nextAt: noon })), claim, resultOf(broken), context()),
        context(),
      ),
    ).toEqual({
      nextSyncAt: noon + 12.5 * secondMs,
      reason: 'retry',
      lastSyncAt: noon,
      errorCode: 'service_failed',
      failures: 1,
    })
  })
})
