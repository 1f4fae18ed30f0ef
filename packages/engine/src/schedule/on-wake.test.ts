import { describe, expect, test } from 'vitest'
import type { ScheduleReason, ScheduleRecord } from './schedule-record.ts'
import type { Moment } from './settings.ts'
import { dayMs, hourMs, minuteMs, moment, noon, saving, schedule, secondMs } from './support.test-support.ts'
import { onWake, type Wake } from './timetable.ts'

/** A sync, or why not and when instead, in milliseconds from now. */
type Expected = 'sync' | readonly [ScheduleReason, number | null]

interface State {
  readonly record: ScheduleRecord | null
  readonly moment?: Partial<Moment>
  /** A cell for each wake; it does not compile when one is missing. */
  readonly leadsTo: Readonly<Record<Wake, Expected>>
}

const before = { nextAt: noon - 1, reason: 'interval', wish: false } as const
const other = { id: 'other:1', startedAt: noon - minuteMs, until: noon + 4 * minuteMs, wish: false, before }
/** With chance at one half: what comes back online does so after five seconds. */
const soon = 5 * secondMs
const failed = { outcome: 'deferred', failures: 3, reason: 'retry' } as const
const syncsIn = (most: number, perMs: number) =>
  Array.from({ length: most }, (_, index) => noon - perMs + secondMs * (index + 1))

const states: Record<string, State> = {
  'never synced': {
    record: null,
    leadsTo: {
      start: 'sync',
      visible: 'sync',
      online: ['never_synced', null],
      interval: ['never_synced', null],
      background: 'sync',
      asked: 'sync',
      subscribed: 'sync',
    },
  },
  'worked ten minutes ago': {
    record: schedule(),
    leadsTo: {
      start: 'sync',
      visible: 'sync',
      online: ['online', soon],
      interval: ['interval', 50 * minuteMs],
      background: ['interval', 50 * minuteMs],
      asked: 'sync',
      subscribed: 'sync',
    },
  },
  'worked twenty seconds ago': {
    record: schedule({ endedAt: noon - 20 * secondMs }),
    leadsTo: {
      start: ['interval', 50 * minuteMs],
      visible: ['interval', 50 * minuteMs],
      online: ['online', 40 * secondMs + soon],
      interval: ['interval', 50 * minuteMs],
      background: ['interval', 50 * minuteMs],
      asked: 'sync',
      subscribed: 'sync',
    },
  },
  'worked half an hour ago': {
    record: schedule({ endedAt: noon - 30 * minuteMs, nextAt: noon + 30 * minuteMs }),
    leadsTo: {
      start: 'sync',
      visible: 'sync',
      online: ['online', soon],
      interval: ['interval', 30 * minuteMs],
      background: 'sync',
      asked: 'sync',
      subscribed: 'sync',
    },
  },
  due: {
    record: schedule({ nextAt: noon }),
    leadsTo: {
      start: 'sync',
      visible: 'sync',
      online: ['interval', 0],
      interval: 'sync',
      background: 'sync',
      asked: 'sync',
      subscribed: 'sync',
    },
  },
  'soon back online': {
    record: schedule({ nextAt: noon + 9 * secondMs, reason: 'online' }),
    leadsTo: {
      start: 'sync',
      visible: 'sync',
      online: ['online', 9 * secondMs],
      interval: ['online', 9 * secondMs],
      background: ['online', 9 * secondMs],
      asked: 'sync',
      subscribed: 'sync',
    },
  },
  'failed two minutes ago': {
    record: schedule({ ...failed, endedAt: noon - 2 * minuteMs, nextAt: noon + 5 * minuteMs }),
    leadsTo: {
      start: 'sync',
      visible: 'sync',
      online: ['online', soon],
      interval: ['retry', 5 * minuteMs],
      background: ['retry', 5 * minuteMs],
      asked: 'sync',
      subscribed: 'sync',
    },
  },
  'failed two seconds ago': {
    record: schedule({ ...failed, endedAt: noon - 2 * secondMs, nextAt: noon + 5 * minuteMs }),
    leadsTo: {
      start: ['retry', 5 * minuteMs],
      visible: ['retry', 5 * minuteMs],
      online: ['online', 3 * secondMs + soon],
      interval: ['retry', 5 * minuteMs],
      background: ['retry', 5 * minuteMs],
      asked: 'sync',
      subscribed: ['retry', 3 * secondMs],
    },
  },
  'no answer two seconds ago, the first time': {
    record: schedule({
      ...failed,
      failures: 1,
      silent: true,
      endedAt: noon - 2 * secondMs,
      nextAt: noon + 5 * minuteMs,
    }),
    leadsTo: {
      start: ['retry', 5 * minuteMs],
      visible: ['retry', 5 * minuteMs],
      online: ['online', 3 * secondMs + soon],
      interval: ['retry', 5 * minuteMs],
      background: ['retry', 5 * minuteMs],
      asked: 'sync',
      subscribed: ['retry', 28 * secondMs],
    },
  },
  'no answer two seconds ago, and before that': {
    record: schedule({
      ...failed,
      silent: true,
      reason: 'offline',
      endedAt: noon - 2 * secondMs,
      nextAt: noon + 5 * minuteMs,
    }),
    leadsTo: {
      start: ['offline', 5 * minuteMs],
      visible: ['offline', 5 * minuteMs],
      online: ['online', 28 * secondMs + soon],
      interval: ['offline', 5 * minuteMs],
      background: ['offline', 5 * minuteMs],
      asked: 'sync',
      subscribed: ['retry', 28 * secondMs],
    },
  },
  'told to come back in ten minutes, two minutes ago': {
    record: schedule({
      ...failed,
      endedAt: noon - 2 * minuteMs,
      notBefore: noon + 10 * minuteMs,
      nextAt: noon + 11 * minuteMs,
      reason: 'service_asked',
    }),
    leadsTo: {
      start: ['service_asked', 11 * minuteMs],
      visible: ['service_asked', 11 * minuteMs],
      online: ['online', 10 * minuteMs + soon],
      interval: ['service_asked', 11 * minuteMs],
      background: ['service_asked', 11 * minuteMs],
      asked: ['service_asked', 3 * minuteMs],
      subscribed: ['service_asked', 11 * minuteMs],
    },
  },
  'told to come back in ten minutes, five minutes ago': {
    record: schedule({
      ...failed,
      endedAt: noon - 5 * minuteMs,
      notBefore: noon + 10 * minuteMs,
      nextAt: noon + 11 * minuteMs,
      reason: 'service_asked',
    }),
    leadsTo: {
      start: ['service_asked', 11 * minuteMs],
      visible: ['service_asked', 11 * minuteMs],
      online: ['online', 10 * minuteMs + soon],
      interval: ['service_asked', 11 * minuteMs],
      background: ['service_asked', 11 * minuteMs],
      asked: 'sync',
      subscribed: ['service_asked', 11 * minuteMs],
    },
  },
  'under way elsewhere': {
    record: schedule({ underWay: other, nextAt: other.until, reason: 'under_way' }),
    leadsTo: {
      start: ['under_way', 4 * minuteMs],
      visible: ['under_way', 4 * minuteMs],
      online: ['under_way', 4 * minuteMs],
      interval: ['under_way', 4 * minuteMs],
      background: ['under_way', 4 * minuteMs],
      asked: 'sync',
      subscribed: ['under_way', 4 * minuteMs],
    },
  },
  'left lying by a tab that is gone': {
    record: schedule({ underWay: { ...other, until: noon }, nextAt: noon, reason: 'under_way' }),
    leadsTo: {
      start: 'sync',
      visible: 'sync',
      online: ['under_way', 0],
      interval: 'sync',
      background: 'sync',
      asked: 'sync',
      subscribed: 'sync',
    },
  },
  'in need of help': {
    record: schedule({ outcome: 'failed', failures: 1, nextAt: null, reason: 'needs_help' }),
    leadsTo: {
      start: 'sync',
      visible: ['needs_help', null],
      online: ['needs_help', null],
      interval: ['needs_help', null],
      background: ['needs_help', null],
      asked: 'sync',
      subscribed: 'sync',
    },
  },
  'without anything to sync': {
    record: schedule({ nextAt: null, reason: 'nothing_subscribed' }),
    leadsTo: {
      start: 'sync',
      visible: ['nothing_subscribed', null],
      online: ['nothing_subscribed', null],
      interval: ['nothing_subscribed', null],
      background: 'sync',
      asked: 'sync',
      subscribed: 'sync',
    },
  },
  'due, while data is saved': {
    record: schedule({ nextAt: noon }),
    moment: { conditions: saving },
    leadsTo: {
      start: ['data_saver', 6 * dayMs - 10 * minuteMs],
      visible: ['data_saver', 6 * dayMs - 10 * minuteMs],
      online: ['interval', 0],
      interval: ['data_saver', 6 * dayMs - 10 * minuteMs],
      background: ['data_saver', 6 * dayMs - 10 * minuteMs],
      asked: 'sync',
      subscribed: 'sync',
    },
  },
  'held back by saving data': {
    record: schedule({ nextAt: noon + dayMs, reason: 'data_saver' }),
    moment: { conditions: { ...saving, saveData: false, metered: true } },
    leadsTo: {
      start: ['data_saver', 6 * dayMs - 10 * minuteMs],
      visible: ['data_saver', 6 * dayMs - 10 * minuteMs],
      online: ['data_saver', dayMs],
      interval: ['data_saver', dayMs],
      background: ['data_saver', dayMs],
      asked: 'sync',
      subscribed: 'sync',
    },
  },
  'held back by saving data, which is over': {
    record: schedule({ nextAt: noon + dayMs, reason: 'data_saver' }),
    leadsTo: {
      start: 'sync',
      visible: 'sync',
      online: ['online', soon],
      interval: 'sync',
      background: 'sync',
      asked: 'sync',
      subscribed: 'sync',
    },
  },
  'six days old, while data is saved': {
    record: schedule({ nextAt: noon, workedAt: noon - 6 * dayMs }),
    moment: { conditions: saving },
    leadsTo: {
      start: 'sync',
      visible: 'sync',
      online: ['interval', 0],
      interval: 'sync',
      background: 'sync',
      asked: 'sync',
      subscribed: 'sync',
    },
  },
  'due, after thirty syncs within the hour': {
    record: schedule({ nextAt: noon, automatic: syncsIn(30, hourMs) }),
    leadsTo: {
      start: ['rate_budget', secondMs],
      visible: ['rate_budget', secondMs],
      online: ['interval', 0],
      interval: ['rate_budget', secondMs],
      background: ['rate_budget', secondMs],
      asked: 'sync',
      subscribed: ['rate_budget', secondMs],
    },
  },
  'asked six times within the minute': {
    record: schedule({ asked: syncsIn(6, minuteMs) }),
    leadsTo: {
      start: 'sync',
      visible: 'sync',
      online: ['online', soon],
      interval: ['interval', 50 * minuteMs],
      background: ['interval', 50 * minuteMs],
      asked: ['rate_budget', secondMs],
      subscribed: 'sync',
    },
  },
  'cut off by its budget': {
    record: schedule({ endedAt: noon, nextAt: noon, reason: 'budget', continued: 1 }),
    leadsTo: {
      start: 'sync',
      visible: 'sync',
      online: ['budget', 0],
      interval: 'sync',
      background: 'sync',
      asked: 'sync',
      subscribed: 'sync',
    },
  },
}

describe.each(Object.entries(states))('%s', (_state, { record, moment: at, leadsTo }) => {
  test.each(Object.entries(leadsTo) as [Wake, Expected][])('%s', (wake, expected) => {
    const decision = onWake(record, wake, 'this:1', moment(at))
    if (expected === 'sync') {
      expect(decision.sync).toBe(true)
      return
    }
    const [reason, inMs] = expected
    expect(decision).toMatchObject({ sync: false, reason, nextAt: inMs === null ? null : noon + inMs })
    if (wake !== 'asked')
      expect(decision.record).toMatchObject({ reason, nextAt: decision.sync || decision.nextAt })
  })
})

describe('a sync that begins', () => {
  test('is claimed, counted, and taken over where nothing is heard of it', () => {
    const { record } = onWake(schedule({ nextAt: noon }), 'interval', 'this:1', moment())
    expect(record).toMatchObject({
      nextAt: noon + 5 * minuteMs,
      reason: 'under_way',
      automatic: [noon],
      asked: [],
      underWay: { id: 'this:1', startedAt: noon, until: noon + 5 * minuteMs, wish: false },
    })
  })
  test('because somebody asked counts on its own', () => {
    const { record } = onWake(schedule(), 'asked', 'this:1', moment())
    expect(record).toMatchObject({ automatic: [], asked: [noon], underWay: { wish: true } })
  })
  test('forgets what no longer counts', () => {
    const old = { automatic: [noon - hourMs, noon - hourMs + 1], asked: [noon - minuteMs] }
    const { record } = onWake(schedule({ nextAt: noon, ...old }), 'interval', 'this:1', moment())
    expect(record).toMatchObject({ automatic: [noon - hourMs + 1, noon], asked: [] })
  })
})

describe('saving data', () => {
  const due = schedule({ nextAt: noon })
  const settings = { everyMs: hourMs, dataSaver: 'ignore' } as const

  test('is ignored where the application says so', () => {
    expect(onWake(due, 'interval', 'x', moment({ conditions: saving, settings })).sync).toBe(true)
  })
  test('does not hold back what was never here', () => {
    const never = { ...due, workedAt: null }
    expect(onWake(never, 'interval', 'x', moment({ conditions: saving })).sync).toBe(true)
  })
  test('does not hold back the retries of what somebody asked for', () => {
    expect(onWake({ ...due, wish: true }, 'interval', 'x', moment({ conditions: saving })).sync).toBe(true)
  })
  test('nor what an ask that came too early asked for', () => {
    const told = { notBefore: noon + minuteMs, endedAt: noon - minuteMs }
    const waiting = schedule({ ...told, nextAt: noon + minuteMs })
    const { record } = onWake(waiting, 'asked', 'x', moment({ conditions: saving }))
    const later = moment({ conditions: saving, now: noon + minuteMs })
    expect(onWake(record, 'interval', 'x', later).sync).toBe(true)
  })
})

test('asking too often changes nothing', () => {
  const record = schedule({ asked: syncsIn(6, minuteMs) })
  expect(onWake(record, 'asked', 'x', moment()).record).toBe(record)
})

test("a try that comes as soon anyway is not called the network's", () => {
  const record = schedule({ ...failed, endedAt: noon - minuteMs, nextAt: noon + soon })
  expect(onWake(record, 'online', 'x', moment()).record).toBe(record)
})

test('what was subscribed while a sync is under way is remembered', () => {
  const record = schedule({ underWay: other, nextAt: other.until, reason: 'under_way' })
  expect(onWake(record, 'subscribed', 'x', moment()).record.wish).toBe(true)
  expect(onWake(record, 'visible', 'x', moment()).record).toBe(record)
})

test('the network comes back within ten seconds of chance, and not sooner for another tab', () => {
  const record = schedule({ ...failed, endedAt: noon - minuteMs, nextAt: noon + 5 * minuteMs })
  const first = onWake(record, 'online', 'x', moment({ random: () => 0.99 }))
  expect(first).toMatchObject({ sync: false, nextAt: noon + 9_900 })
  expect(onWake(first.record, 'online', 'y', moment({ random: () => 0 })).record).toBe(first.record)
})

test('a try that the network brought back early is not held up by the floor that it passed', () => {
  const silent = {
    ...failed,
    failures: 1,
    silent: true,
    endedAt: noon - 2 * secondMs,
    nextAt: noon + minuteMs,
  }
  const { record } = onWake(schedule(silent), 'online', 'x', moment({ random: () => 0 }))
  expect(record.nextAt).toBe(noon + 3 * secondMs)
  expect(onWake(record, 'interval', 'x', moment({ now: noon + 3 * secondMs })).sync).toBe(true)
})

test('a record is plain data', () => {
  const { record } = onWake(schedule(), 'asked', 'x', moment())
  expect(structuredClone(record)).toEqual(record)
  expect(JSON.parse(JSON.stringify(record))).toEqual(record)
})
