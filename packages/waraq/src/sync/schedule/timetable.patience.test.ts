import { describe, expect, test } from 'vitest'
import type { SyncReport } from '../run/report.ts'
import type { ScheduleRecord } from '../../store/schedule-record.ts'
import { endingOf } from './ending.ts'
import { scheduleStatus } from './schedule-status.ts'
import { scheduleSettings, type Moment } from './settings.ts'
import {
  broken,
  dayMs,
  forbidden,
  hourMs,
  minuteMs,
  moment,
  noon,
  offline,
  schedule,
  secondMs,
  slowDown,
  unreachable,
  worked,
} from './support.test-support.ts'
import { afterHint, afterSync } from './after-sync.ts'
import { dueIn, onWake } from './timetable.ts'

/** Syncs that began by themselves over good content: no reader waits for them. */

const claim = 'this:1'
const latest = 0.999_999
const everyMinute = scheduleSettings({ everyMs: minuteMs })
const everyDay = scheduleSettings({ everyMs: dayMs })

/** The timetable after a sync that an alarm began at noon, so many failures after the last one that worked. */
function after(given: SyncReport, changes: Partial<ScheduleRecord> = {}, at: Partial<Moment> = {}) {
  const decision = onWake(schedule({ nextAt: noon, ...changes }), 'interval', claim, moment(at))
  expect(decision).toMatchObject({ sync: true, patient: true })
  return afterSync(decision.record, claim, endingOf(given), moment(at))
}

/** The least and the greatest wait, in minutes. */
function waits(given: SyncReport, changes?: Partial<ScheduleRecord>, at?: Partial<Moment>) {
  return [0, latest].map((chance) => {
    const { nextAt } = after(given, changes, { ...at, random: () => chance })
    return Math.round((nextAt! - noon) / secondMs) / 60
  })
}

describe('the next try after a failure that no reader waits for', () => {
  const retry = { reason: 'retry', errorCode: 'service_failed', notBefore: null } as const
  test.each<[string, SyncReport, number, Partial<Moment>, [number, number], Partial<ScheduleRecord>]>([
    ['the first', broken, 1, {}, [5, 15], retry],
    ['the second, at the pace', broken, 2, {}, [20, 60], retry],
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
    ['at a pace of a minute', broken, 1, { settings: everyMinute }, [0.5, 1], retry],
    ['at a pace of a minute, for long', broken, 9, { settings: everyMinute }, [0.5, 1], retry],
    ['at a pace of a day, within the hour all the same', broken, 9, { settings: everyDay }, [20, 60], retry],
  ])('%s', (_, given, failures, at, expected, told) => {
    expect(waits(given, { failures: failures - 1 }, at)).toEqual(expected)
    expect(after(given, { failures: failures - 1 }, at)).toMatchObject({
      ...told,
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
    const told = (given: SyncReport, record: ScheduleRecord) =>
      scheduleStatus(afterSync(record, claim, endingOf(given), moment()), moment()).reason
    const due = { nextAt: noon }
    expect(told(slowDown(noon + secondMs), onWake(schedule(due), 'interval', claim, moment()).record)).toBe(
      'retry',
    )
    const waited = onWake(schedule({ ...due, requested: true }), 'interval', claim, moment()).record
    expect(told(slowDown(noon + minuteMs), waited)).toBe('service_asked')
  })
  test('a time that has passed asks for nothing', () => {
    expect(waits(slowDown(noon - minuteMs))).toEqual([5, 15])
    expect(after(slowDown(noon - minuteMs))).toMatchObject({ reason: 'retry', notBefore: null })
  })
  test('of which another tab was told, it keeps the same spread', () => {
    const next = (chance: number) =>
      afterHint(schedule(), endingOf(slowDown(noon + hourMs)), moment({ random: () => chance })).nextAt! -
      noon
    expect([next(0), Math.round(next(latest) / secondMs) * secondMs]).toEqual([60 * minuteMs, 120 * minuteMs])
  })
  test.each([
    ['the network', 'online'],
    ['a reader', 'visible'],
    ['a page', 'start'],
    ['the first page of a session', 'session'],
  ] as const)('%s that comes back keeps the spread', (_, wake) => {
    const told = after(slowDown(noon + 10 * minuteMs))
    const decision = onWake(told, wake, claim, moment({ now: noon + 2 * minuteMs, random: () => 0 }))
    expect(decision).toMatchObject({ sync: false, nextAt: told.nextAt, reason: 'service_asked' })
  })
})

describe('patience ends', () => {
  const failed = after(broken, { failures: 4 })
  const soon = { now: noon + minuteMs }

  test.each(['visible', 'start', 'session', 'asked', 'subscribed'] as const)('at once for %s', (wake) => {
    expect(onWake(failed, 'interval', claim, moment(soon)).sync).toBe(false)
    expect(onWake(failed, wake, claim, moment(soon)).sync).toBe(true)
  })
  test('with the request of a person, until it is fulfilled', () => {
    const asked = onWake(failed, 'asked', claim, moment(soon))
    expect(asked).toMatchObject({ sync: true, patient: false })
    const again = afterSync(asked.record, claim, endingOf(broken), moment(soon))
    expect(again.nextAt! - soon.now).toBeLessThan(5 * minuteMs)
    const due = moment({ now: again.nextAt! })
    const quick = onWake(again, 'interval', claim, due)
    expect(quick).toMatchObject({ sync: true, patient: false })
    const fulfilled = afterSync(quick.record, claim, endingOf(worked), due)
    expect(onWake(fulfilled, 'interval', claim, moment({ now: fulfilled.nextAt! }))).toMatchObject({
      sync: true,
      patient: true,
    })
  })
  test('with content that is six days old', () => {
    const old = { workedAt: noon - 6 * dayMs, nextAt: noon }
    const decision = onWake(schedule(old), 'interval', claim, moment())
    expect(decision).toMatchObject({ sync: true, patient: false })
    const { nextAt } = afterSync(decision.record, claim, endingOf(broken), moment())
    expect(nextAt! - noon).toBeLessThanOrEqual(20 * secondMs)
  })
})

describe('a release of the application', () => {
  const start = (record: ScheduleRecord, chance = 0.5) => {
    const settings = scheduleSettings({}, 'after the release')
    return onWake(record, 'start', claim, moment({ settings, random: () => chance }))
  }
  test('waits for the turn where nothing failed', () => {
    expect(start(schedule())).toMatchObject({ sync: false, nextAt: noon + 50 * minuteMs, reason: 'interval' })
  })
  test('syncs within half an hour where the last sync failed, and no later than it would', () => {
    const told = schedule({ failures: 3, notBefore: noon + hourMs, nextAt: noon + hourMs })
    expect(start(told, 0)).toMatchObject({ sync: true, patient: true })
    expect(start(told, latest).record.nextAt).toBeLessThanOrEqual(noon + 30 * minuteMs)
    expect(start(told)).toMatchObject({ sync: false, nextAt: noon + 15 * minuteMs, reason: 'retry' })
    expect(start({ ...told, nextAt: noon + minuteMs })).toMatchObject({ nextAt: noon + minuteMs })
  })
  test('syncs at once where a reader waits, and where the turn has come', () => {
    const told = { failures: 3, notBefore: noon + hourMs, nextAt: noon + hourMs }
    expect(start(schedule({ ...told, requested: true }))).toMatchObject({ sync: true, patient: false })
    expect(start(schedule({ nextAt: noon }))).toMatchObject({ sync: true, patient: true })
  })
  test('is known from its first sync on: the next start asks as before', () => {
    const settings = scheduleSettings({}, 'after the release')
    const decision = onWake(schedule({ nextAt: noon }), 'interval', claim, moment({ settings }))
    const record = afterSync(decision.record, claim, endingOf(worked), moment({ settings }))
    const later = moment({ settings, now: noon + 2 * minuteMs })
    expect(onWake(record, 'start', claim, later).sync).toBe(true)
  })
})

describe('after failures, a sync that works leads back to the turn before them', () => {
  /** Content was confirmed at five minutes to ten; the turns are at five minutes to each hour. */
  const workedAt = noon - 2 * hourMs - 5 * minuteMs
  const next = (changes: Partial<ScheduleRecord>, chance: number) => {
    const record = schedule({ failures: 2, nextAt: noon, workedAt, ...changes })
    const { record: claimed } = onWake(record, 'interval', claim, moment())
    return (
      (afterSync(claimed, claim, endingOf(worked), moment({ random: () => chance })).nextAt! - noon) /
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
  test.each<[string, SyncReport, Partial<Moment>]>([
    ['a failure', broken, {}],
    ['no answer', unreachable, {}],
    ['no answer, at a pace of a minute', unreachable, { settings: everyMinute }],
    ['a refusal', forbidden, {}],
    ['an hour of the service', slowDown(noon + hourMs), {}],
    ['a second of the service', slowDown(noon + secondMs), { settings: everyMinute }],
  ])('after %s', (_, given, at) => {
    for (const chance of [0, 0.5, latest]) {
      const record = after(given, { failures: 1 }, { ...at, random: () => chance })
      const { nextSyncAt } = scheduleStatus(record, moment(at))
      expect(nextSyncAt).toBe(record.nextAt)
      expect(dueIn(record, moment(at))).toBe(nextSyncAt! - noon)
      expect(onWake(record, 'interval', claim, moment({ ...at, now: nextSyncAt! - 1 })).sync).toBe(false)
      expect(onWake(record, 'interval', claim, moment({ ...at, now: nextSyncAt! })).sync).toBe(true)
    }
  })
})
