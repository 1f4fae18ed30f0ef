import type { ScheduleReason, ScheduleRecord } from '../store/schedule-record.ts'
import type { Moment } from './settings.ts'
import { dayMs, hourMs, minuteMs, noon, saving, schedule, secondMs } from './support.test-support.ts'
import type { Wake } from './timetable.ts'

/** A sync; or why there is none and when the next comes, in milliseconds from now. */
export type Expected = 'sync' | readonly [ScheduleReason, number | null]

interface State {
  readonly record: ScheduleRecord | null
  readonly moment?: Partial<Moment>
  /** A cell for each wake; it does not compile when one is missing. */
  readonly leadsTo: Readonly<Record<Wake, Expected>>
}

const before = { nextAt: noon - 1, reason: 'interval', wish: false } as const
export const other = {
  id: 'other:1',
  startedAt: noon - minuteMs,
  until: noon + 4 * minuteMs,
  wish: false,
  before,
}
/** With chance at one half: what comes back online does so after five seconds. */
export const soon = 5 * secondMs
export const failed = { outcome: 'deferred', failures: 3, reason: 'retry', configuration: '' } as const
const refused = { outcome: 'failed', failures: 1, reason: 'needs_help', configuration: '' } as const
export const syncsIn = (most: number, perMs: number) =>
  Array.from({ length: most }, (_, index) => noon - perMs + secondMs * (index + 1))

export const states: Record<string, State> = {
  'never synced': {
    record: null,
    leadsTo: {
      start: 'sync',
      visible: 'sync',
      online: ['never_synced', null],
      interval: ['never_synced', null],
      background: 'sync',
      asked: 'sync',
      session: 'sync',
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
      background: 'sync',
      asked: 'sync',
      session: 'sync',
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
      background: 'sync',
      asked: 'sync',
      session: 'sync',
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
      session: 'sync',
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
      session: 'sync',
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
      background: 'sync',
      asked: 'sync',
      session: 'sync',
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
      background: 'sync',
      asked: 'sync',
      session: 'sync',
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
      background: 'sync',
      asked: 'sync',
      session: ['retry', 3 * secondMs],
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
      background: 'sync',
      asked: 'sync',
      session: ['retry', 28 * secondMs],
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
      background: 'sync',
      asked: 'sync',
      session: ['retry', 28 * secondMs],
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
      background: ['service_asked', 10 * minuteMs],
      asked: ['service_asked', 3 * minuteMs],
      session: ['service_asked', 11 * minuteMs],
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
      background: ['service_asked', 10 * minuteMs],
      asked: 'sync',
      session: ['service_asked', 11 * minuteMs],
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
      background: 'sync',
      asked: 'sync',
      session: ['under_way', 4 * minuteMs],
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
      session: 'sync',
      subscribed: 'sync',
    },
  },
  'refused ten minutes ago': {
    record: schedule({ ...refused, nextAt: noon + 50 * minuteMs }),
    leadsTo: {
      start: 'sync',
      visible: 'sync',
      online: ['online', soon],
      interval: ['needs_help', 50 * minuteMs],
      background: 'sync',
      asked: 'sync',
      session: 'sync',
      subscribed: 'sync',
    },
  },
  'refused twenty seconds ago': {
    record: schedule({ ...refused, endedAt: noon - 20 * secondMs, nextAt: noon + 40 * secondMs }),
    leadsTo: {
      start: ['needs_help', 40 * secondMs],
      visible: ['needs_help', 40 * secondMs],
      online: ['online', soon],
      interval: ['needs_help', 40 * secondMs],
      background: 'sync',
      asked: 'sync',
      session: 'sync',
      subscribed: 'sync',
    },
  },
  'refused twenty seconds ago, under another configuration': {
    record: schedule({
      ...refused,
      configuration: 'another relay',
      endedAt: noon - 20 * secondMs,
      notBefore: noon + hourMs,
      nextAt: noon + hourMs,
    }),
    leadsTo: {
      start: 'sync',
      visible: ['needs_help', hourMs],
      online: ['needs_help', hourMs],
      interval: ['needs_help', hourMs],
      background: ['service_asked', hourMs],
      asked: ['service_asked', 4 * minuteMs + 40 * secondMs],
      session: ['needs_help', hourMs],
      subscribed: ['needs_help', hourMs],
    },
  },
  'refused, as an earlier version wrote it': {
    record: schedule({ outcome: 'failed', failures: 1, nextAt: null, reason: 'needs_help' }),
    leadsTo: {
      start: 'sync',
      visible: 'sync',
      online: ['needs_help', 0],
      interval: 'sync',
      background: 'sync',
      asked: 'sync',
      session: 'sync',
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
      session: 'sync',
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
      session: ['data_saver', 6 * dayMs - 10 * minuteMs],
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
      background: ['data_saver', 6 * dayMs - 10 * minuteMs],
      asked: 'sync',
      session: ['data_saver', 6 * dayMs - 10 * minuteMs],
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
      session: 'sync',
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
      session: 'sync',
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
      session: ['rate_budget', secondMs],
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
      background: 'sync',
      asked: ['rate_budget', secondMs],
      session: 'sync',
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
      session: 'sync',
      subscribed: 'sync',
    },
  },
}
