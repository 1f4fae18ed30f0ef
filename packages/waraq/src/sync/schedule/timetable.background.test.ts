import { describe, expect, test } from 'vitest'
import type { SyncReport } from '../run/report.ts'
import type { ScheduleRecord } from '../../store/schedule-record.ts'
import { resultOf } from './sync-result.ts'
import { scheduleStatus } from './schedule-status.ts'
import { scheduleSettings, type ScheduleContext } from './settings.ts'
import {
  broken,
  dayMs,
  forbidden,
  hourMs,
  minuteMs,
  context,
  noon,
  offline,
  schedule,
  secondMs,
  slowDown,
  unreachable,
  worked,
} from './support.test-support.ts'
import { afterHint, afterSync } from './after-sync.ts'
import { dueIn, onTrigger } from './timetable.ts'

/** Syncs that began by themselves over good content: no reader waits for them. */

const claim = 'this:1'
const latest = 0.999_999
const everyMinute = scheduleSettings({ everyMs: minuteMs })
const everyDay = scheduleSettings({ everyMs: dayMs })

/** The timetable after a sync that an alarm began at noon, so many failures after the last one that worked. */
function after(given: SyncReport, changes: Partial<ScheduleRecord> = {}, at: Partial<ScheduleContext> = {}) {
  const decision = onTrigger(schedule({ nextAt: noon, ...changes }), 'interval', claim, context(at))
  expect(decision).toMatchObject({ sync: true, background: true })
  return afterSync(decision.record, claim, resultOf(given), context(at))
}

/** The least and the greatest wait, in minutes. */
function waits(given: SyncReport, changes?: Partial<ScheduleRecord>, at?: Partial<ScheduleContext>) {
  return [0, latest].map((chance) => {
    const { nextAt } = after(given, changes, { ...at, random: () => chance })
    return Math.round((nextAt! - noon) / secondMs) / 60
  })
}

describe('the next try after a failure that no reader waits for', () => {
  const retry = { reason: 'retry', errorCode: 'service_failed', notBefore: null } as const
  test.each<
    [string, SyncReport, number, Partial<ScheduleContext>, [number, number], Partial<ScheduleRecord>]
  >([
    ['the first', broken, 1, {}, [5, 15], retry],
    ['the second, at the interval', broken, 2, {}, [20, 60], retry],
    ['the third', broken, 3, {}, [20, 60], retry],
    ['number two thousand', broken, 2_000, {}, [20, 60], retry],
    ['without any answer', unreachable, 1, {}, [5, 15], { reason: 'retry', silent: true }],
    [
      'on a device that says it is offline',
      unreachable,
      1,
      { conditions: offline },
      [5, 15],
      { reason: 'offline' },
    ],
    ['of a refusal', forbidden, 1, {}, [1 / 60, 2 / 60], { reason: 'needs_help', errorCode: 'forbidden' }],
    ['of a second refusal', forbidden, 2, {}, [20, 60], { reason: 'needs_help' }],
    ['of the fortieth refusal', forbidden, 40, {}, [20, 60], { reason: 'needs_help' }],
    ['at an interval of a minute', broken, 1, { settings: everyMinute }, [0.5, 1], retry],
    ['at an interval of a minute, for long', broken, 9, { settings: everyMinute }, [0.5, 1], retry],
    [
      'at an interval of a day, within the hour all the same',
      broken,
      9,
      { settings: everyDay },
      [20, 60],
      retry,
    ],
  ])('%s', (_, given, failures, at, expected, reported) => {
    expect(waits(given, { failures: failures - 1 }, at)).toEqual(expected)
    expect(after(given, { failures: failures - 1 }, at)).toMatchObject({
      ...reported,
      failures,
      requested: false,
    })
  })
})

describe('the next try after a time that the service named, which it may have named to all devices', () => {
  test.each<[string, number, number, [number, number]]>([
    ['ten seconds', 10 * secondMs, 1, [5, 10 / 60 + 15]],
    ['ten minutes: up to the longer wait', 10 * minuteMs, 1, [10, 25]],
    ['half an hour: as much again', 30 * minuteMs, 1, [30, 60]],
    ['an hour', hourMs, 1, [60, 120]],
    ['a day, of which an hour is accepted', dayMs, 1, [60, 120]],
    ['a minute, after further failures', minuteMs, 3, [20, 61]],
  ])('%s', (_, ms, failures, expected) => {
    expect(waits(slowDown(noon + ms), { failures: failures - 1 })).toEqual(expected)
    expect(after(slowDown(noon + ms), { failures: failures - 1 })).toMatchObject({
      reason: 'service_asked',
      notBefore: noon + Math.min(ms, hourMs),
    })
  })
  test('a spread of minutes after it is ours, and told so', () => {
    const reported = (given: SyncReport, record: ScheduleRecord) =>
      scheduleStatus(afterSync(record, claim, resultOf(given), context()), context()).reason
    const due = { nextAt: noon }
    expect(
      reported(slowDown(noon + secondMs), onTrigger(schedule(due), 'interval', claim, context()).record),
    ).toBe('retry')
    const waited = onTrigger(schedule({ ...due, requested: true }), 'interval', claim, context()).record
    expect(reported(slowDown(noon + minuteMs), waited)).toBe('service_asked')
  })
  test('a time that has passed asks for nothing', () => {
    expect(waits(slowDown(noon - minuteMs))).toEqual([5, 15])
    expect(after(slowDown(noon - minuteMs))).toMatchObject({ reason: 'retry', notBefore: null })
  })
  test('of which another tab was told, it keeps the same spread', () => {
    const next = (chance: number) =>
      afterHint(schedule(), resultOf(slowDown(noon + hourMs)), context({ random: () => chance })).nextAt! -
      noon
    expect([next(0), Math.round(next(latest) / secondMs) * secondMs]).toEqual([60 * minuteMs, 120 * minuteMs])
  })
  test.each([
    ['the network', 'online'],
    ['a reader', 'visible'],
    ['a page', 'start'],
    ['the first page of a session', 'session'],
  ] as const)('%s that comes back keeps the spread', (_, trigger) => {
    const reported = after(slowDown(noon + 10 * minuteMs))
    const decision = onTrigger(
      reported,
      trigger,
      claim,
      context({ now: noon + 2 * minuteMs, random: () => 0 }),
    )
    expect(decision).toMatchObject({ sync: false, nextAt: reported.nextAt, reason: 'service_asked' })
  })
})

describe('a background sync comes sooner', () => {
  const failed = after(broken, { failures: 4 })
  const soon = { now: noon + minuteMs }

  test.each(['visible', 'start', 'session', 'asked', 'subscribed'] as const)('at once for %s', (trigger) => {
    expect(onTrigger(failed, 'interval', claim, context(soon)).sync).toBe(false)
    expect(onTrigger(failed, trigger, claim, context(soon)).sync).toBe(true)
  })
  test('with the request of a person, until it is fulfilled', () => {
    const asked = onTrigger(failed, 'asked', claim, context(soon))
    expect(asked).toMatchObject({ sync: true, background: false })
    const again = afterSync(asked.record, claim, resultOf(broken), context(soon))
    expect(again.nextAt! - soon.now).toBeLessThan(5 * minuteMs)
    const due = context({ now: again.nextAt! })
    const quick = onTrigger(again, 'interval', claim, due)
    expect(quick).toMatchObject({ sync: true, background: false })
    const fulfilled = afterSync(quick.record, claim, resultOf(worked), due)
    expect(onTrigger(fulfilled, 'interval', claim, context({ now: fulfilled.nextAt! }))).toMatchObject({
      sync: true,
      background: true,
    })
  })
  test('with content that is six days old', () => {
    const old = { workedAt: noon - 6 * dayMs, nextAt: noon }
    const decision = onTrigger(schedule(old), 'interval', claim, context())
    expect(decision).toMatchObject({ sync: true, background: false })
    const { nextAt } = afterSync(decision.record, claim, resultOf(broken), context())
    expect(nextAt! - noon).toBeLessThanOrEqual(20 * secondMs)
  })
})

describe('a release of the application', () => {
  const start = (record: ScheduleRecord, chance = 0.5) => {
    const settings = scheduleSettings({}, 'after the release')
    return onTrigger(record, 'start', claim, context({ settings, random: () => chance }))
  }
  test('waits for the turn where nothing failed', () => {
    expect(start(schedule())).toMatchObject({ sync: false, nextAt: noon + 50 * minuteMs, reason: 'interval' })
  })
  test('syncs within half an hour where the last sync failed, and no later than it would', () => {
    const reported = schedule({ failures: 3, notBefore: noon + hourMs, nextAt: noon + hourMs })
    expect(start(reported, 0)).toMatchObject({ sync: true, background: true })
    expect(start(reported, latest).record.nextAt).toBeLessThanOrEqual(noon + 30 * minuteMs)
    expect(start(reported)).toMatchObject({ sync: false, nextAt: noon + 15 * minuteMs, reason: 'retry' })
    expect(start({ ...reported, nextAt: noon + minuteMs })).toMatchObject({ nextAt: noon + minuteMs })
  })
  test('syncs at once where a reader waits, and where the turn has come', () => {
    const reported = { failures: 3, notBefore: noon + hourMs, nextAt: noon + hourMs }
    expect(start(schedule({ ...reported, requested: true }))).toMatchObject({ sync: true, background: false })
    expect(start(schedule({ nextAt: noon }))).toMatchObject({ sync: true, background: true })
  })
  test('is known from its first sync on: the next start asks as before', () => {
    const settings = scheduleSettings({}, 'after the release')
    const decision = onTrigger(schedule({ nextAt: noon }), 'interval', claim, context({ settings }))
    const record = afterSync(decision.record, claim, resultOf(worked), context({ settings }))
    const later = context({ settings, now: noon + 2 * minuteMs })
    expect(onTrigger(record, 'start', claim, later).sync).toBe(true)
  })
})

describe('after failures, a sync that works leads back to the turn before them', () => {
  /** Content was confirmed at five minutes to ten; the turns are at five minutes to each hour. */
  const workedAt = noon - 2 * hourMs - 5 * minuteMs
  const next = (changes: Partial<ScheduleRecord>, chance: number) => {
    const record = schedule({ failures: 2, nextAt: noon, workedAt, ...changes })
    const { record: claimed } = onTrigger(record, 'interval', claim, context())
    return (
      (afterSync(claimed, claim, resultOf(worked), context({ random: () => chance })).nextAt! - noon) /
      minuteMs
    )
  }
  test.each<[string, Partial<ScheduleRecord>, number, number]>([
    ['the turn', {}, 0.5, 55],
    ['the turn, with its jitter', {}, 0, 49],
    ['the turn, with its jitter, at the latest', {}, latest, 61],
    ['none failed: an hour from now', { failures: 0 }, 0.5, 60],
    ['the turn is at once: the one after it', { workedAt: noon - 2 * hourMs + minuteMs }, 0, 55],
    ['content was never here: a random turn, the latest', { workedAt: null }, 0, 54],
    ['content was never here: a random turn, the earliest', { workedAt: null }, latest, 6],
    ['a clock that was set back by a little', { workedAt: noon + 30 * secondMs }, 0.5, 60],
    [
      'a clock that was set back by a year: as if content was never here',
      { workedAt: noon + 365 * dayMs },
      0.5,
      30,
    ],
  ])('%s', (_, changes, chance, minutes) => {
    expect(next(changes, chance)).toBeCloseTo(minutes, 3)
  })
})

describe('a status tells the truth about the next try', () => {
  test.each<[string, SyncReport, Partial<ScheduleContext>]>([
    ['a failure', broken, {}],
    ['no answer', unreachable, {}],
    ['no answer, at an interval of a minute', unreachable, { settings: everyMinute }],
    ['a refusal', forbidden, {}],
    ['an hour of the service', slowDown(noon + hourMs), {}],
    ['a second of the service', slowDown(noon + secondMs), { settings: everyMinute }],
  ])('after %s', (_, given, at) => {
    for (const chance of [0, 0.5, latest]) {
      const record = after(given, { failures: 1 }, { ...at, random: () => chance })
      const { nextSyncAt } = scheduleStatus(record, context(at))
      expect(nextSyncAt).toBe(record.nextAt)
      expect(dueIn(record, context(at))).toBe(nextSyncAt! - noon)
      expect(onTrigger(record, 'interval', claim, context({ ...at, now: nextSyncAt! - 1 })).sync).toBe(false)
      expect(onTrigger(record, 'interval', claim, context({ ...at, now: nextSyncAt! })).sync).toBe(true)
    }
  })
})
