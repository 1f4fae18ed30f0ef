import type { ScheduleReason, ScheduleRecord } from '../../store/schedule-record.ts'
import type { ScheduleContext } from './settings.ts'
import {
  dayMs,
  hourMs,
  minuteMs,
  noon,
  saving,
  schedule,
  secondMs,
  waitedFor,
} from './support.test-support.ts'
import type { SyncTrigger } from './timetable.ts'

/**
 * A sync that tries a request again at once, because a reader waits; a background one; or why there is none and when the next
 * comes, in milliseconds from now.
 */
export type Expected = 'quick' | 'background' | readonly [ScheduleReason, number | null]

interface State {
  readonly record: ScheduleRecord | null
  readonly context?: Partial<ScheduleContext>
  /** A cell for each trigger; it does not compile when one is missing. */
  readonly leadsTo: Readonly<Record<SyncTrigger, Expected>>
}

const before = { nextAt: noon - 1, reason: 'interval', requested: false } as const
export const other = {
  id: 'other:1',
  startedAt: noon - minuteMs,
  requested: false,
  soon: 0,
  before,
}
/**
 * With chance at one half: what comes back online does so after five seconds; where no reader waits, after fifteen; where a person
 * looks, after less than one.
 */
export const soon = 5 * secondMs
export const backgroundSoon = 15 * secondMs
const seenSoon = 750
export const failed = { outcome: 'interrupted', failures: 3, reason: 'retry', configuration: '' } as const
const refused = { outcome: 'failed', failures: 1, reason: 'needs_help', configuration: '' } as const
export const syncsIn = (most: number, perMs: number) =>
  Array.from({ length: most }, (_, index) => noon - perMs + secondMs * (index + 1))

/** A record of a version of the engine that did not yet note its configuration. */
function writtenEarlier(changes: Partial<ScheduleRecord> = {}): ScheduleRecord {
  const record = schedule(changes)
  Reflect.deleteProperty(record, 'configuration')
  return record
}

export const states: Record<string, State> = {
  'never synced': {
    record: null,
    leadsTo: {
      start: 'quick',
      visible: 'quick',
      online: ['never_synced', null],
      online_visible: ['never_synced', null],
      interval: ['never_synced', null],
      background: 'quick',
      asked: 'quick',
      session: 'quick',
      subscribed: 'quick',
    },
  },
  'worked ten minutes ago': {
    record: schedule(),
    leadsTo: {
      start: 'background',
      visible: 'background',
      online: ['online', backgroundSoon],
      online_visible: ['online', seenSoon],
      interval: ['interval', 50 * minuteMs],
      background: 'background',
      asked: 'quick',
      session: 'background',
      subscribed: 'quick',
    },
  },
  'worked ten minutes ago, under another version of the application': {
    record: schedule({ configuration: 'before the release' }),
    leadsTo: {
      start: ['interval', 50 * minuteMs],
      visible: 'background',
      online: ['online', backgroundSoon],
      online_visible: ['online', seenSoon],
      interval: ['interval', 50 * minuteMs],
      background: 'background',
      asked: 'quick',
      session: 'background',
      subscribed: 'quick',
    },
  },
  'worked ten minutes ago, under an earlier version of the engine': {
    record: writtenEarlier(),
    leadsTo: {
      start: ['interval', 50 * minuteMs],
      visible: 'background',
      online: ['online', backgroundSoon],
      online_visible: ['online', seenSoon],
      interval: ['interval', 50 * minuteMs],
      background: 'background',
      asked: 'quick',
      session: 'background',
      subscribed: 'quick',
    },
  },
  'worked twenty seconds ago': {
    record: schedule({ endedAt: noon - 20 * secondMs }),
    leadsTo: {
      start: ['interval', 50 * minuteMs],
      visible: ['interval', 50 * minuteMs],
      online: ['online', 40 * secondMs + backgroundSoon],
      online_visible: ['online', 40 * secondMs + seenSoon],
      interval: ['interval', 50 * minuteMs],
      background: 'background',
      asked: 'quick',
      session: 'background',
      subscribed: 'quick',
    },
  },
  'worked half an hour ago': {
    record: schedule({ endedAt: noon - 30 * minuteMs, nextAt: noon + 30 * minuteMs }),
    leadsTo: {
      start: 'background',
      visible: 'background',
      online: ['online', backgroundSoon],
      online_visible: ['online', seenSoon],
      interval: ['interval', 30 * minuteMs],
      background: 'background',
      asked: 'quick',
      session: 'background',
      subscribed: 'quick',
    },
  },
  'slept through its turn': {
    record: schedule({ endedAt: noon - 70 * minuteMs, nextAt: noon - 10 * minuteMs }),
    leadsTo: {
      start: 'background',
      visible: 'background',
      online: ['interval', -10 * minuteMs],
      online_visible: ['online', seenSoon],
      // Its turn of the next hour.
      interval: ['slept', 50 * minuteMs],
      background: 'background',
      asked: 'quick',
      session: 'background',
      subscribed: 'quick',
    },
  },
  'slept, and has another turn': {
    record: schedule({ endedAt: noon - 70 * minuteMs, nextAt: noon + 10 * minuteMs, reason: 'slept' }),
    leadsTo: {
      start: 'background',
      visible: 'background',
      online: ['slept', 10 * minuteMs],
      online_visible: ['online', seenSoon],
      interval: ['slept', 10 * minuteMs],
      background: 'background',
      asked: 'quick',
      session: 'background',
      subscribed: 'quick',
    },
  },
  'slept for a week, so that what is here is old': {
    record: schedule({
      endedAt: noon - 7 * dayMs,
      workedAt: noon - 7 * dayMs,
      nextAt: noon - 7 * dayMs + hourMs,
    }),
    leadsTo: {
      start: 'quick',
      visible: 'quick',
      online: ['interval', hourMs - 7 * dayMs],
      online_visible: ['interval', hourMs - 7 * dayMs],
      interval: 'quick',
      background: 'quick',
      asked: 'quick',
      session: 'quick',
      subscribed: 'quick',
    },
  },
  'two minutes late, as an alarm of a hidden page may be': {
    record: schedule({ endedAt: noon - hourMs, nextAt: noon - 2 * minuteMs }),
    leadsTo: {
      start: 'background',
      visible: 'background',
      online: ['interval', -2 * minuteMs],
      online_visible: ['interval', -2 * minuteMs],
      interval: 'background',
      background: 'background',
      asked: 'quick',
      session: 'background',
      subscribed: 'quick',
    },
  },
  due: {
    record: schedule({ nextAt: noon }),
    leadsTo: {
      start: 'background',
      visible: 'background',
      online: ['interval', 0],
      online_visible: ['interval', 0],
      interval: 'background',
      background: 'background',
      asked: 'quick',
      session: 'background',
      subscribed: 'quick',
    },
  },
  'due, under another version of the application': {
    record: schedule({ nextAt: noon, configuration: 'before the release' }),
    leadsTo: {
      start: 'background',
      visible: 'background',
      online: ['interval', 0],
      online_visible: ['interval', 0],
      interval: 'background',
      background: 'background',
      asked: 'quick',
      session: 'background',
      subscribed: 'quick',
    },
  },
  'due, over content of a day': {
    record: schedule({ nextAt: noon, workedAt: noon - dayMs }),
    leadsTo: {
      start: 'quick',
      visible: 'quick',
      online: ['interval', 0],
      online_visible: ['interval', 0],
      interval: 'background',
      background: 'background',
      asked: 'quick',
      session: 'quick',
      subscribed: 'quick',
    },
  },
  'due, over content of six days': {
    record: waitedFor({ nextAt: noon }),
    leadsTo: {
      start: 'quick',
      visible: 'quick',
      online: ['interval', 0],
      online_visible: ['interval', 0],
      interval: 'quick',
      background: 'quick',
      asked: 'quick',
      session: 'quick',
      subscribed: 'quick',
    },
  },
  'due, for what the application asked for': {
    record: schedule({ nextAt: noon, requested: true }),
    leadsTo: {
      start: 'quick',
      visible: 'quick',
      online: ['interval', 0],
      online_visible: ['interval', 0],
      interval: 'quick',
      background: 'quick',
      asked: 'quick',
      session: 'quick',
      subscribed: 'quick',
    },
  },
  'soon back online': {
    record: schedule({ nextAt: noon + 9 * secondMs, reason: 'online' }),
    leadsTo: {
      start: 'background',
      visible: 'background',
      online: ['online', 9 * secondMs],
      online_visible: ['online', seenSoon],
      interval: ['online', 9 * secondMs],
      background: 'background',
      asked: 'quick',
      session: 'background',
      subscribed: 'quick',
    },
  },
  'failed two minutes ago': {
    record: schedule({ ...failed, endedAt: noon - 2 * minuteMs, nextAt: noon + 5 * minuteMs }),
    leadsTo: {
      start: 'background',
      visible: 'background',
      online: ['online', backgroundSoon],
      online_visible: ['online', seenSoon],
      interval: ['retry', 5 * minuteMs],
      background: 'background',
      asked: 'quick',
      session: 'background',
      subscribed: 'quick',
    },
  },
  'failed two minutes ago, under another version of the application': {
    record: schedule({
      ...failed,
      configuration: 'before the release',
      endedAt: noon - 2 * minuteMs,
      nextAt: noon + 5 * minuteMs,
    }),
    leadsTo: {
      start: ['retry', 5 * minuteMs],
      visible: 'background',
      online: ['online', backgroundSoon],
      online_visible: ['online', seenSoon],
      interval: ['retry', 5 * minuteMs],
      background: 'background',
      asked: 'quick',
      session: 'background',
      subscribed: 'quick',
    },
  },
  'failed two seconds ago': {
    record: waitedFor({ ...failed, endedAt: noon - 2 * secondMs, nextAt: noon + 5 * minuteMs }),
    leadsTo: {
      start: ['retry', 5 * minuteMs],
      visible: ['retry', 5 * minuteMs],
      online: ['online', 3 * secondMs + soon],
      online_visible: ['online', seenSoon],
      interval: ['retry', 5 * minuteMs],
      background: 'quick',
      asked: 'quick',
      session: ['retry', 3 * secondMs],
      subscribed: ['retry', 3 * secondMs],
    },
  },
  'failed two seconds ago, over good content': {
    record: schedule({ ...failed, endedAt: noon - 2 * secondMs, nextAt: noon + 5 * minuteMs }),
    leadsTo: {
      start: ['retry', 5 * minuteMs],
      visible: ['retry', 5 * minuteMs],
      online: ['online', 3 * secondMs + backgroundSoon],
      online_visible: ['online', seenSoon],
      interval: ['retry', 5 * minuteMs],
      background: 'background',
      asked: 'quick',
      session: ['retry', 3 * secondMs],
      subscribed: ['retry', 3 * secondMs],
    },
  },
  'no answer two seconds ago, the first time': {
    record: waitedFor({
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
      online_visible: ['online', seenSoon],
      interval: ['retry', 5 * minuteMs],
      background: 'quick',
      asked: 'quick',
      session: ['retry', 28 * secondMs],
      subscribed: ['retry', 28 * secondMs],
    },
  },
  'no answer two seconds ago, and before that': {
    record: waitedFor({
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
      online_visible: ['online', seenSoon],
      interval: ['offline', 5 * minuteMs],
      background: 'quick',
      asked: 'quick',
      session: ['retry', 28 * secondMs],
      subscribed: ['retry', 28 * secondMs],
    },
  },
  'told to come back in ten minutes, two minutes ago': {
    record: waitedFor({
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
      online_visible: ['online', 10 * minuteMs + seenSoon],
      interval: ['service_asked', 11 * minuteMs],
      background: ['service_asked', 10 * minuteMs],
      asked: ['service_asked', 3 * minuteMs],
      session: ['service_asked', 11 * minuteMs],
      subscribed: ['service_asked', 11 * minuteMs],
    },
  },
  'told to come back in ten minutes, two minutes ago, over good content': {
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
      online: ['service_asked', 11 * minuteMs],
      online_visible: ['service_asked', 11 * minuteMs],
      interval: ['service_asked', 11 * minuteMs],
      background: ['service_asked', 10 * minuteMs],
      asked: ['service_asked', 3 * minuteMs],
      session: ['service_asked', 11 * minuteMs],
      subscribed: ['service_asked', 11 * minuteMs],
    },
  },
  'told to come back in ten minutes, five minutes ago': {
    record: waitedFor({
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
      online_visible: ['online', 10 * minuteMs + seenSoon],
      interval: ['service_asked', 11 * minuteMs],
      background: ['service_asked', 10 * minuteMs],
      asked: 'quick',
      session: ['service_asked', 11 * minuteMs],
      subscribed: ['service_asked', 11 * minuteMs],
    },
  },
  'under way elsewhere': {
    record: schedule({ inProgress: other, nextAt: noon, reason: 'in_progress' }),
    leadsTo: {
      start: ['in_progress', 0],
      visible: ['in_progress', 0],
      online: ['in_progress', 0],
      online_visible: ['in_progress', 0],
      interval: ['in_progress', 0],
      background: 'background',
      asked: 'quick',
      session: ['in_progress', 0],
      subscribed: ['in_progress', 0],
    },
  },
  'refused ten minutes ago': {
    record: schedule({ ...refused, nextAt: noon + 50 * minuteMs }),
    leadsTo: {
      start: 'background',
      visible: 'background',
      online: ['online', backgroundSoon],
      online_visible: ['online', seenSoon],
      interval: ['needs_help', 50 * minuteMs],
      background: 'background',
      asked: 'quick',
      session: 'background',
      subscribed: 'quick',
    },
  },
  'refused twenty seconds ago': {
    record: schedule({ ...refused, endedAt: noon - 20 * secondMs, nextAt: noon + 40 * secondMs }),
    leadsTo: {
      start: ['needs_help', 40 * secondMs],
      visible: ['needs_help', 40 * secondMs],
      online: ['online', backgroundSoon],
      online_visible: ['online', seenSoon],
      interval: ['needs_help', 40 * secondMs],
      background: 'background',
      asked: 'quick',
      session: 'background',
      subscribed: 'quick',
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
      start: ['retry', 15 * minuteMs],
      visible: ['needs_help', hourMs],
      online: ['needs_help', hourMs],
      online_visible: ['needs_help', hourMs],
      interval: ['needs_help', hourMs],
      background: ['service_asked', hourMs],
      asked: ['service_asked', 4 * minuteMs + 40 * secondMs],
      session: ['needs_help', hourMs],
      subscribed: ['needs_help', hourMs],
    },
  },
  'refused, as an earlier version wrote it': {
    record: writtenEarlier({ outcome: 'failed', failures: 1, nextAt: null, reason: 'needs_help' }),
    leadsTo: {
      start: 'background',
      visible: 'background',
      online: ['needs_help', 0],
      online_visible: ['needs_help', 0],
      interval: 'background',
      background: 'background',
      asked: 'quick',
      session: 'background',
      subscribed: 'quick',
    },
  },
  'without anything to sync': {
    record: schedule({ nextAt: null, reason: 'nothing_subscribed' }),
    leadsTo: {
      start: 'background',
      visible: ['nothing_subscribed', null],
      online: ['nothing_subscribed', null],
      online_visible: ['nothing_subscribed', null],
      interval: ['nothing_subscribed', null],
      background: 'background',
      asked: 'quick',
      session: 'background',
      subscribed: 'quick',
    },
  },
  'due, while data is saved': {
    record: schedule({ nextAt: noon }),
    context: { conditions: saving },
    leadsTo: {
      start: ['data_saver', 6 * dayMs - 10 * minuteMs],
      visible: ['data_saver', 6 * dayMs - 10 * minuteMs],
      online: ['interval', 0],
      online_visible: ['interval', 0],
      interval: ['data_saver', 6 * dayMs - 10 * minuteMs],
      background: ['data_saver', 6 * dayMs - 10 * minuteMs],
      asked: 'quick',
      session: ['data_saver', 6 * dayMs - 10 * minuteMs],
      subscribed: 'quick',
    },
  },
  'held back by saving data': {
    record: schedule({ nextAt: noon + dayMs, reason: 'data_saver' }),
    context: { conditions: { ...saving, saveData: false, metered: true } },
    leadsTo: {
      start: ['data_saver', 6 * dayMs - 10 * minuteMs],
      visible: ['data_saver', 6 * dayMs - 10 * minuteMs],
      online: ['data_saver', dayMs],
      online_visible: ['data_saver', dayMs],
      interval: ['data_saver', dayMs],
      background: ['data_saver', 6 * dayMs - 10 * minuteMs],
      asked: 'quick',
      session: ['data_saver', 6 * dayMs - 10 * minuteMs],
      subscribed: 'quick',
    },
  },
  'held back by saving data, which is over': {
    record: schedule({ nextAt: noon + dayMs, reason: 'data_saver' }),
    leadsTo: {
      start: 'background',
      visible: 'background',
      online: ['online', backgroundSoon],
      online_visible: ['online', seenSoon],
      interval: 'background',
      background: 'background',
      asked: 'quick',
      session: 'background',
      subscribed: 'quick',
    },
  },
  'six days old, while data is saved': {
    record: waitedFor({ nextAt: noon }),
    context: { conditions: saving },
    leadsTo: {
      start: 'quick',
      visible: 'quick',
      online: ['interval', 0],
      online_visible: ['interval', 0],
      interval: 'quick',
      background: 'quick',
      asked: 'quick',
      session: 'quick',
      subscribed: 'quick',
    },
  },
  'due, after thirty syncs within the hour': {
    record: schedule({ nextAt: noon, automatic: syncsIn(30, hourMs) }),
    leadsTo: {
      start: ['rate_budget', secondMs],
      visible: ['rate_budget', secondMs],
      online: ['interval', 0],
      online_visible: ['interval', 0],
      interval: ['rate_budget', secondMs],
      background: ['rate_budget', secondMs],
      asked: 'quick',
      session: ['rate_budget', secondMs],
      subscribed: ['rate_budget', secondMs],
    },
  },
  'asked six times within the minute': {
    record: schedule({ asked: syncsIn(6, minuteMs) }),
    leadsTo: {
      start: 'background',
      visible: 'background',
      online: ['online', backgroundSoon],
      online_visible: ['online', seenSoon],
      interval: ['interval', 50 * minuteMs],
      background: 'background',
      asked: ['rate_budget', secondMs],
      session: 'background',
      subscribed: 'quick',
    },
  },
  'cut off by its budget': {
    record: schedule({ endedAt: noon, nextAt: noon, reason: 'budget', continued: 1 }),
    leadsTo: {
      start: 'background',
      visible: 'background',
      online: ['budget', 0],
      online_visible: ['budget', 0],
      interval: 'background',
      background: 'background',
      asked: 'quick',
      session: 'background',
      subscribed: 'quick',
    },
  },
}
