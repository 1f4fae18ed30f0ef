import { describe, expect, test } from 'vitest'
import { resultOf, resultOfError } from './sync-result.ts'
import type { ScheduleRecord } from '../../store/schedule-record.ts'
import { bounds, type ScheduleContext } from './settings.ts'
import {
  broken,
  cutOff,
  failure,
  forbidden,
  hourMs,
  minuteMs,
  context,
  noon,
  offline,
  report,
  run,
  saving,
  schedule,
  secondMs,
  slowDown,
  unreachable,
  waitedFor,
  worked,
} from './support.test-support.ts'
import { afterCancel, afterHint, afterSync } from './after-sync.ts'
import { onTrigger, whileAsked } from './timetable.ts'
import type { SyncReport } from '../run/report.ts'

const claim = 'this:1'

/** A sync that an alarm began at noon, unless told otherwise. */
function begun(
  before: ScheduleRecord | null = schedule({ nextAt: noon }),
  trigger: Parameters<typeof onTrigger>[1] = 'interval',
  now = noon,
) {
  const decision = onTrigger(before, trigger, claim, context({ now }))
  if (!decision.sync) throw new Error(`No sync: ${decision.reason}`)
  return decision.record
}

/** The same, while a reader waits for it. */
const waited = (changes: Partial<ScheduleRecord> = {}) => begun(waitedFor({ nextAt: noon, ...changes }))

function after(given: SyncReport, record = begun(), at: Partial<ScheduleContext> = {}): ScheduleRecord {
  return afterSync(record, claim, resultOf(given), context(at))
}

describe('after a sync that left a deferred refresh for later', () => {
  const left = (dueAt: number) =>
    report(run('partial', { error: failure('postponed', { retryAt: dueAt }), retryAt: dueAt }))
  const before = schedule({ nextAt: noon, workedAt: noon - 2 * hourMs })
  const next = (dueAt: number, record = before) => after(left(dueAt), begun(record), { random: () => 0.5 })
  test.each([
    ['the next comes at the usual interval', noon + 9 * hourMs, hourMs],
    ['or when the refresh is due', noon + 20 * minuteMs, 20 * minuteMs],
    ['at once where that has passed', noon - minuteMs, 0],
  ])('%s', (_, dueAt, wait) => {
    expect(next(dueAt)).toMatchObject({
      reason: 'interval',
      nextAt: noon + wait,
      failures: 0,
      errorCode: null,
    })
  })
  test('it ends earlier failures', () => {
    const failed = schedule({ nextAt: noon, workedAt: noon - 2 * hourMs, failures: 3, silent: true })
    expect(next(noon + 9 * hourMs, failed)).toMatchObject({ failures: 0, silent: false })
  })
  // Else a device that saves data would wait six days more, and what is here would be stale.
  test('what is here is as old as before', () => {
    expect(next(noon + 9 * hourMs)).toMatchObject({ endedAt: noon, workedAt: noon - 2 * hourMs })
  })
})

describe('after a sync that worked', () => {
  test.each([
    [0, 0.9],
    [0.5, 1],
    [0.999_999, 1.1],
  ])('the next comes after an hour, give or take a tenth (%d)', (chance, share) => {
    const record = after(worked, begun(), { random: () => chance })
    expect(record.nextAt! - noon).toBeCloseTo(share * hourMs, -1)
    expect(record).toMatchObject({
      reason: 'interval',
      endedAt: noon,
      workedAt: noon,
      inProgress: null,
      outcome: 'current',
    })
  })
  test('what went wrong before is over', () => {
    const troubled = schedule({
      failures: 7,
      silent: true,
      continued: 3,
      nextAt: noon,
      errorCode: 'network',
      notBefore: noon,
    })
    expect(after(worked, begun(troubled))).toMatchObject({
      failures: 0,
      silent: false,
      continued: 0,
      notBefore: null,
      errorCode: null,
    })
  })
  test('one error among others is told and changes nothing', () => {
    const mixed = report(...worked.runs, ...forbidden.runs)
    expect(after(mixed)).toMatchObject({
      reason: 'interval',
      errorCode: 'forbidden',
      failures: 0,
      workedAt: noon,
    })
  })
  test('what was subscribed meanwhile comes at once, and once', () => {
    const { record } = onTrigger(begun(), 'subscribed', 'other:1', context())
    const again = after(worked, record)
    expect(again).toMatchObject({ nextAt: noon, reason: 'asked' })
    expect(after(worked, begun(again))).toMatchObject({ reason: 'interval', requested: false })
  })
})

describe('after nothing to sync', () => {
  test('none comes, and none counts', () => {
    expect(after(report(), begun(null, 'start'))).toMatchObject({
      nextAt: null,
      reason: 'nothing_subscribed',
      endedAt: null,
      workedAt: null,
      automatic: [],
    })
  })
  test('unless something was subscribed meanwhile', () => {
    const { record } = onTrigger(begun(null, 'start'), 'subscribed', 'other:1', context())
    expect(after(report(), record)).toMatchObject({ nextAt: noon, reason: 'asked' })
  })
})

describe('after a failure', () => {
  /** By failures in a row: the least and the greatest wait, in seconds. */
  test.each([
    [1, 5, 20],
    [2, 5, 35],
    [3, 5, 65],
    [6, 5, 485],
    [7, 5, 875],
    [2_000, 5, 875],
  ])('number %i the next try comes within bounds', (failures, least, most) => {
    const record = waited({ failures: failures - 1 })
    const wait = (chance: number) =>
      (after(broken, record, { random: () => chance }).nextAt! - noon) / secondMs
    expect(wait(0)).toBe(least)
    expect(wait(1)).toBe(most)
    expect(after(broken, record)).toMatchObject({ failures, reason: 'retry', errorCode: 'service_failed' })
  })
  test.each([
    [1, 30, 45],
    [2, 30, 60],
    [2_000, 30, 900],
  ])('without any answer, number %i, later', (failures, least, most) => {
    const record = waited({ failures: failures - 1 })
    const wait = (chance: number) =>
      (after(unreachable, record, { random: () => chance }).nextAt! - noon) / secondMs
    expect(wait(0)).toBe(least)
    expect(wait(1)).toBe(most)
    expect(after(unreachable, record)).toMatchObject({ silent: true, reason: 'retry' })
  })
  test('where the device says that it is offline, at a longer interval', () => {
    const wait = (chance: number) =>
      after(unreachable, waited(), { random: () => chance, conditions: offline }).nextAt! - noon
    expect([wait(0), wait(1)]).toEqual([7.5 * minuteMs, 15 * minuteMs])
    expect(after(unreachable, waited(), { conditions: offline }).reason).toBe('offline')
    expect(after(broken, waited(), { conditions: offline }).reason).toBe('retry')
  })
  test.each([
    ['good', 1],
    ['old', 48],
  ])(
    'of a try for a reader who came back to %s content, two follow soon, in the place of the first background one',
    (_, hours) => {
      const at = noon - hours * hourMs
      const first = after(broken, begun(schedule({ endedAt: at, workedAt: at }), 'visible'))
      expect(first).toMatchObject({ failures: 1, nextAt: noon + 2.75 * secondMs })
      const second = after(broken, begun(first, 'interval', first.nextAt!), { now: first.nextAt! })
      expect(second).toMatchObject({ failures: 1, nextAt: noon + 5.5 * secondMs })
      const third = after(broken, begun(second, 'interval', second.nextAt!), { now: second.nextAt! })
      expect(third).toMatchObject({ failures: 2, nextAt: second.nextAt! + 40 * minuteMs })
      // Who comes back in a long outage waits for it like all others.
      const again = after(broken, begun(third, 'session', third.nextAt!), { now: third.nextAt! })
      expect(again.nextAt! - third.nextAt!).toBeGreaterThan(minuteMs)
    },
  )
  test('of two tries for a reader who came back none is three seconds after a trouble ended, or all within five', () => {
    const at = noon - hourMs
    const tries = [0, 1].map((chance) => {
      const random = () => chance
      const first = after(broken, begun(schedule({ endedAt: at, workedAt: at }), 'visible'), { random })
      const now = first.nextAt!
      const second = after(broken, begun(first, 'interval', now), { now, random })
      return [now - noon, second.nextAt! - now, second.nextAt! - noon]
    })
    for (const [first, gap, last] of tries) {
      expect(Math.max(first!, gap!)).toBeLessThan(3 * secondMs)
      expect(last).toBeGreaterThan(5 * secondMs)
    }
  })
  const neverHere: typeof schedule = (changes) => schedule({ ...changes, workedAt: null })
  test('a time that a run only guessed is not heeded', () => {
    const later = report(
      run('interrupted', { error: failure('service_failed'), retryAt: noon + 2 * minuteMs }),
    )
    const record = after(later, waited(), { random: () => 1 })
    expect(record).toMatchObject({ nextAt: noon + 20 * secondMs, notBefore: null, reason: 'retry' })
  })
  test.each([
    ['a reader who has nothing yet', neverHere, 'interval', bounds.triesWhileWaiting],
    ['a person who asked', schedule, 'asked', bounds.triesWhileWaiting],
    ['content of six days, which each request is tried again for', waitedFor, 'interval', 0],
    ['no reader', schedule, 'interval', 0],
  ] as const)(
    'of a try for %s, so many follow soon, which count as one failure',
    (_, content, trigger, tries) => {
      let record: ScheduleRecord = content({ endedAt: noon - hourMs, nextAt: noon })
      let now = noon
      for (let tried = 0; tried <= tries; tried += 1) {
        const decision = onTrigger(record, tried === 0 ? trigger : 'interval', claim, context({ now }))
        expect(decision.sync).toBe(true)
        record = afterSync(decision.record, claim, resultOf(unreachable), context({ now }))
        expect(record.failures).toBe(1)
        if (tried < tries) expect(record.nextAt).toBe(now + 1.75 * secondMs)
        else expect(record.nextAt! - now).toBeGreaterThanOrEqual(30 * secondMs)
        now = record.nextAt!
      }
    },
  )
  test("the service's word is kept for all", () => {
    const record = after(slowDown(noon + 10 * minuteMs), waited(), { random: () => 1 })
    expect(record).toMatchObject({
      notBefore: noon + 10 * minuteMs,
      nextAt: noon + 10 * minuteMs + 15 * secondMs,
      reason: 'service_asked',
    })
  })
  test('a year is not what it meant, and a time that has passed asks for nothing', () => {
    expect(after(slowDown(noon + 365 * 24 * hourMs)).notBefore).toBe(noon + hourMs)
    expect(after(slowDown(noon - 1))).toMatchObject({ notBefore: null, reason: 'retry' })
  })
  test('that a report was missing for is one', () => {
    const record = afterSync(waited(), claim, resultOfError(new TypeError('x')), context())
    expect(record).toMatchObject({ failures: 1, errorCode: 'internal', outcome: 'failed', reason: 'retry' })
  })
  test('what the application asked for is still requested', () => {
    const record = after(broken, begun(schedule(), 'asked'))
    expect(record.requested).toBe(true)
    const due = context({ now: record.nextAt!, conditions: saving })
    expect(onTrigger(record, 'interval', claim, due).sync).toBe(true)
  })
})

describe('after what trying again cannot mend by itself', () => {
  const refused = { reason: 'needs_help', errorCode: 'forbidden', failures: 1 }
  test('one more try comes soon, whoever waits: a server may have stumbled', () => {
    for (const record of [waited(), begun(schedule({ nextAt: noon }))])
      expect(after(forbidden, record)).toMatchObject({ ...refused, nextAt: noon + 1.75 * secondMs })
  })
  test('the next try comes after a minute, and a tenth at the most', () => {
    const second = waited({ failures: 1, soon: 1 })
    expect(after(forbidden, second)).toMatchObject({ ...refused, nextAt: noon + 63 * secondMs })
    expect(after(forbidden, second, { random: () => 0 }).nextAt).toBe(noon + minuteMs)
  })
  test.each([
    [2, 2],
    [3, 4],
    [6, 32],
    [7, 60],
    [40, 60],
  ])('the %ith time in a row after %i minutes', (times, minutes) => {
    const record = waited({ failures: times - 1 })
    expect(after(forbidden, record, { random: () => 0 }).nextAt).toBe(noon + minutes * minuteMs)
  })
  test('but for what was subscribed meanwhile, once', () => {
    const { record } = onTrigger(waited(), 'subscribed', 'other:1', context())
    const again = after(forbidden, record)
    expect(again).toMatchObject({ nextAt: noon + 1.75 * secondMs, reason: 'asked' })
    const second = onTrigger(again, 'interval', claim, context({ now: noon + 5 * secondMs })).record
    expect(after(forbidden, second)).toMatchObject({ failures: 1, reason: 'needs_help' })
  })
})

describe('after a sync that its budget cut off', () => {
  test('it goes on at once, so many times in a row', () => {
    let record = schedule({ nextAt: noon })
    for (let turn = 1; turn <= bounds.mostContinued; turn += 1) {
      record = after(cutOff, begun(record))
      expect(record).toMatchObject({ nextAt: noon, reason: 'budget', continued: turn, failures: 0 })
    }
    expect(after(cutOff, begun(record)).nextAt).toBe(noon + 12.5 * secondMs)
    expect(after(worked, begun(record)).continued).toBe(0)
  })
  test('what the application asked for goes on while data is saved', () => {
    const record = after(cutOff, begun(schedule(), 'asked'))
    expect(onTrigger(record, 'interval', claim, context({ conditions: saving })).sync).toBe(true)
  })
})

describe('a sync that is not the latest one begun', () => {
  const taken = onTrigger(begun(), 'asked', 'other:1', context()).record

  test('changes nothing', () => {
    expect(after(worked, taken)).toBe(taken)
    expect(after(broken, taken)).toBe(taken)
    expect(afterCancel(taken, claim, context())).toBe(taken)
    expect(afterCancel(null, claim, context())).toBeNull()
  })
  test('passes on what the service said', () => {
    const record = after(slowDown(noon + minuteMs), taken)
    expect(record).toEqual({ ...taken, notBefore: noon + minuteMs })
  })
})

test('a sync that a caller begins is claimed whatever the timetable says', () => {
  const reported = schedule({
    failures: 4,
    notBefore: noon + hourMs,
    asked: Array.from({ length: 6 }, () => noon),
  })
  const record = whileAsked(reported, claim, context())
  expect(record.inProgress).toMatchObject({ id: claim, requested: true })
  expect(after(worked, record)).toMatchObject({ failures: 0, endedAt: noon, reason: 'interval' })
  expect(whileAsked(null, claim, context()).inProgress).toMatchObject({ id: claim })
})

describe('a hint', () => {
  const result = resultOf(slowDown(noon + hourMs))

  test('puts off what would come too early', () => {
    expect(afterHint(waitedFor(), result, context())).toMatchObject({
      notBefore: noon + hourMs,
      nextAt: noon + hourMs + 7.5 * secondMs,
      reason: 'service_asked',
    })
  })
  test('leaves what comes later, or not at all', () => {
    const far = schedule({ nextAt: noon + 2 * hourMs, reason: 'data_saver' })
    expect(afterHint(far, result, context())).toEqual({ ...far, notBefore: noon + hourMs })
    const then = schedule({ nextAt: noon + hourMs })
    expect(afterHint(then, result, context())).toEqual({ ...then, notBefore: noon + hourMs })
    const none = schedule({ nextAt: null, reason: 'nothing_subscribed' })
    expect(afterHint(none, result, context())).toEqual({ ...none, notBefore: noon + hourMs })
  })
  test('never shortens a wait', () => {
    const reported = schedule({ notBefore: noon + hourMs })
    expect(afterHint(reported, resultOf(slowDown(noon + minuteMs)), context())).toBe(reported)
    expect(afterHint(reported, resultOf(worked), context())).toBe(reported)
    expect(afterHint(reported, result, context())).toBe(reported)
  })
})
