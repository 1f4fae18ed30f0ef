import { describe, expect, test } from 'vitest'
import { failed, other, soon, states, syncsIn, type Expected } from './states.test-support.ts'
import {
  broken,
  hourMs,
  minuteMs,
  context,
  noon,
  saving,
  schedule,
  secondMs,
  waitedFor,
} from './support.test-support.ts'
import type { ScheduleRecord } from '../../store/schedule-record.ts'
import { resultOf } from './sync-result.ts'
import { bounds } from './settings.ts'
import { afterGone, afterSync } from './after-sync.ts'
import { onTrigger, type SyncTrigger } from './timetable.ts'

describe.each(Object.entries(states))('%s', (_state, { record, context: at, leadsTo }) => {
  test.each(Object.entries(leadsTo) as [SyncTrigger, Expected][])('%s', (trigger, expected) => {
    const decision = onTrigger(record, trigger, 'this:1', context(at))
    if (expected === 'quick' || expected === 'background') {
      expect(decision).toMatchObject({ sync: true, background: expected === 'background' })
      return
    }
    const [reason, inMs] = expected
    expect(decision).toMatchObject({ sync: false, reason, nextAt: inMs === null ? null : noon + inMs })
    // A caller who asks, and the browser, are told when it may be; the timetable stays as it is.
    if (trigger !== 'asked' && trigger !== 'background')
      expect(decision.record).toMatchObject({ reason, nextAt: decision.sync || decision.nextAt })
  })
})

describe('a sync that begins', () => {
  test('is claimed and counted', () => {
    const { record } = onTrigger(schedule({ nextAt: noon }), 'interval', 'this:1', context())
    expect(record).toMatchObject({
      nextAt: noon,
      reason: 'in_progress',
      automatic: [noon],
      asked: [],
      inProgress: { id: 'this:1', startedAt: noon, requested: false, soon: 0 },
    })
  })
  test('because a caller asked counts on its own', () => {
    const { record } = onTrigger(schedule(), 'asked', 'this:1', context())
    expect(record).toMatchObject({ automatic: [], asked: [noon], inProgress: { requested: true } })
  })
  test('forgets what no longer counts', () => {
    const old = { automatic: [noon - hourMs, noon - hourMs + 1], asked: [noon - minuteMs] }
    const { record } = onTrigger(schedule({ nextAt: noon, ...old }), 'interval', 'this:1', context())
    expect(record).toMatchObject({ automatic: [noon - hourMs + 1, noon], asked: [] })
  })
})

describe('saving data', () => {
  const due = schedule({ nextAt: noon })
  const settings = { everyMs: hourMs, dataSaver: 'ignore', configuration: '' } as const

  test('is ignored where the application says so', () => {
    expect(onTrigger(due, 'interval', 'x', context({ conditions: saving, settings })).sync).toBe(true)
  })
  test('does not hold back what was never here', () => {
    const never = { ...due, workedAt: null }
    expect(onTrigger(never, 'interval', 'x', context({ conditions: saving })).sync).toBe(true)
  })
  test('does not hold back the retries of what the application asked for', () => {
    expect(
      onTrigger({ ...due, requested: true }, 'interval', 'x', context({ conditions: saving })).sync,
    ).toBe(true)
  })
  test('nor what an ask that came too early asked for', () => {
    const reported = { notBefore: noon + minuteMs, endedAt: noon - minuteMs }
    const waiting = schedule({ ...reported, nextAt: noon + minuteMs })
    const { record } = onTrigger(waiting, 'asked', 'x', context({ conditions: saving }))
    const later = context({ conditions: saving, now: noon + minuteMs })
    expect(onTrigger(record, 'interval', 'x', later).sync).toBe(true)
  })
})

test('asking too often changes nothing', () => {
  const record = schedule({ asked: syncsIn(6, minuteMs) })
  expect(onTrigger(record, 'asked', 'x', context()).record).toBe(record)
})

test("a try that comes as soon anyway is not called the network's", () => {
  const record = schedule({ ...failed, endedAt: noon - minuteMs, nextAt: noon + soon })
  expect(onTrigger(record, 'online', 'x', context()).record).toBe(record)
})

test('what was subscribed while a sync is under way is remembered', () => {
  const record = schedule({ inProgress: other, nextAt: noon, reason: 'in_progress' })
  expect(onTrigger(record, 'subscribed', 'x', context()).record.requested).toBe(true)
  expect(onTrigger(record, 'interval', 'x', context()).record).toBe(record)
})

test('who comes back while a sync is under way waits for that one, and where it fails, for the tries that follow', () => {
  const record = schedule({ inProgress: other, nextAt: noon, reason: 'in_progress' })
  const { record: awaited } = onTrigger(record, 'visible', 'x', context())
  expect(onTrigger(awaited, 'start', 'y', context()).record).toBe(awaited)
  const failed = afterSync(awaited, other.id, resultOf(broken), context())
  expect(failed).toMatchObject({ failures: 1, reason: 'retry', nextAt: noon + 2.75 * secondMs })
  const gone = afterGone(awaited, other.id, context())!
  const next = onTrigger(gone, 'interval', 'x', context({ now: gone.nextAt! })).record
  expect(afterSync(next, 'x', resultOf(broken), context())).toMatchObject({ nextAt: noon + 2.75 * secondMs })
  // In a long outage they come back again and again.
  const long = schedule({ ...failed, inProgress: other, failures: 1 })
  expect(onTrigger(long, 'visible', 'x', context()).record).toBe(long)
})

describe('a background event', () => {
  test('leaves a sync that is under way its claim', () => {
    const record = schedule({ inProgress: other, nextAt: noon, reason: 'in_progress' })
    const counted = { ...record, automatic: [noon] }
    expect(onTrigger(record, 'background', 'x', context())).toEqual({
      sync: true,
      record: counted,
      background: true,
    })
  })
  test('goes on with what a slice before it began, also where the rate budget is spent', () => {
    const spent = { automatic: syncsIn(30, hourMs), nextAt: noon }
    const slices = schedule({ ...spent, reason: 'budget', continued: 12 })
    const decision = onTrigger(slices, 'background', 'x', context())
    expect(decision.sync).toBe(true)
    expect(decision.record.automatic).toEqual(slices.automatic)
  })
  test('that has to wait changes nothing', () => {
    const record = schedule({ nextAt: noon, automatic: syncsIn(30, hourMs) })
    expect(onTrigger(record, 'background', 'x', context()).record).toBe(record)
  })
})

test.each([
  ['ten seconds of chance while a reader waits', waitedFor, 9_900],
  ['thirty where none does', schedule, 29_700],
])('the network comes back within %s, and not sooner for another tab', (_, content, ms) => {
  const record = content({ ...failed, endedAt: noon - minuteMs, nextAt: noon + 5 * minuteMs })
  const first = onTrigger(record, 'online', 'x', context({ random: () => 0.99 }))
  expect(first).toMatchObject({ sync: false, nextAt: noon + ms })
  expect(onTrigger(first.record, 'online', 'y', context({ random: () => 0 })).record).toBe(first.record)
})

describe('the network comes back while a person looks', () => {
  const seen = (record: ScheduleRecord, chance: number) =>
    onTrigger(record, 'online_visible', 'x', context({ random: () => chance })).record
  test.each([
    ['after a failure a moment ago', schedule({ ...failed, endedAt: noon - 200, nextAt: noon + hourMs })],
    ['after many', schedule({ ...failed, failures: 7, silent: true, nextAt: noon + hourMs })],
    ['after another page was told', schedule({ ...failed, reason: 'online', nextAt: noon + 29 * secondMs })],
    ['where content has its turn later', schedule({ endedAt: noon - 2 * minuteMs, nextAt: noon + hourMs })],
  ])(
    '%s: the next try comes within three seconds, and where it is the first to fail another one soon',
    (_, record) => {
      expect(seen(record, 0.99)).toMatchObject({ reason: 'online' })
      expect(seen(record, 0.99).nextAt! - noon).toBeLessThanOrEqual(2.5 * secondMs)
      const came = seen(record, 0)
      const due = context({ now: came.nextAt! })
      const begun = onTrigger(came, 'interval', 'x', due)
      expect(begun.sync).toBe(true)
      if (record.failures > 0) return
      const again = afterSync(begun.record, 'x', resultOf(broken), due)
      expect(again.nextAt! - came.nextAt!).toBeLessThanOrEqual(bounds.returnFloorMs + bounds.returnSpreadMs)
    },
  )
  test('the spread after a time that the service named stays, and so does the rest after a sync', () => {
    const named = schedule({
      ...failed,
      notBefore: noon + 10 * minuteMs,
      nextAt: noon + 20 * minuteMs,
      reason: 'service_asked',
    })
    expect(seen(named, 0).nextAt).toBe(named.nextAt)
    const synced = schedule({ endedAt: noon - secondMs, nextAt: noon + hourMs })
    expect(seen(synced, 0).nextAt).toBe(noon - secondMs + bounds.restMs)
  })
})

test('a try that the network brought back early is not held up by the floor that it passed', () => {
  const silent = {
    ...failed,
    failures: 1,
    silent: true,
    endedAt: noon - 2 * secondMs,
    nextAt: noon + minuteMs,
  }
  const { record } = onTrigger(schedule(silent), 'online', 'x', context({ random: () => 0 }))
  expect(record.nextAt).toBe(noon + 3 * secondMs)
  expect(onTrigger(record, 'interval', 'x', context({ now: noon + 3 * secondMs })).sync).toBe(true)
})

test('a record is plain data', () => {
  const { record } = onTrigger(schedule(), 'asked', 'x', context())
  expect(structuredClone(record)).toEqual(record)
  expect(JSON.parse(JSON.stringify(record))).toEqual(record)
})
