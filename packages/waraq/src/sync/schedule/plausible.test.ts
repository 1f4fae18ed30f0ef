import { describe, expect, test } from 'vitest'
import { plausible } from './plausible.ts'
import type { ScheduleRecord } from '../../store/schedule-record.ts'
import { dayMs, hourMs, minuteMs, context, noon, schedule } from './support.test-support.ts'
import { afterGone, afterSync } from './after-sync.ts'
import { dueIn, onTrigger } from './timetable.ts'
import { resultOf } from './sync-result.ts'
import { slowDown } from './support.test-support.ts'

const before = { nextAt: noon, reason: 'interval', requested: false } as const
const inProgress = { id: 'other:1', startedAt: noon, requested: false, soon: 0, before }

const kept: [string, Partial<ScheduleRecord>][] = [
  ['an hour and a tenth', { nextAt: noon + 66 * minuteMs }],
  ['a little more: clocks are set right all the time', { nextAt: noon + 67 * minuteMs }],
  ['six days of saving data', { nextAt: noon + 6 * dayMs, reason: 'data_saver' }],
  [
    'an hour that the service asked for, and as much of ours where no reader waits',
    { nextAt: noon + 2 * hourMs, reason: 'service_asked' },
  ],
  ['an hour of waiting after failures', { nextAt: noon + hourMs, reason: 'retry' }],
  ['the same after refusals', { nextAt: noon + hourMs, reason: 'needs_help' }],
  ['the same while the device says that it is offline', { nextAt: noon + hourMs, reason: 'offline' }],
  ['an hour until the budget allows more', { nextAt: noon + hourMs, reason: 'rate_budget' }],
  ['a sync under way', { nextAt: noon, reason: 'in_progress', inProgress }],
  ["an hour of the service's", { notBefore: noon + hourMs }],
  ['nothing', { nextAt: null, reason: 'nothing_subscribed', endedAt: null, workedAt: null }],
]

describe('plausible, and kept as it is:', () => {
  test.each(kept)('%s', (_name, changes) => {
    const record = schedule(changes)
    expect(plausible(record, context())).toBe(record)
  })
})

const corrected: [string, Partial<ScheduleRecord>, Partial<ScheduleRecord>][] = [
  [
    'no next try after a refusal, as an earlier version wrote it',
    { nextAt: null, reason: 'needs_help' },
    { nextAt: noon },
  ],
  [
    'an interval longer than it ever is',
    { nextAt: noon + 67 * minuteMs + 1, endedAt: noon + 1 },
    { nextAt: noon, endedAt: noon },
  ],
  ['the longer interval of another engine', { nextAt: noon + 6 * hourMs }, { nextAt: noon + 50 * minuteMs }],
  [
    'the longer interval of another engine, long ago',
    { nextAt: noon + 5 * hourMs, endedAt: noon - 61 * minuteMs },
    { nextAt: noon },
  ],
  ['an interval of a sync that is not known', { nextAt: noon + 5 * hourMs, endedAt: null }, { nextAt: noon }],
  ['more than six days', { nextAt: noon + 7 * dayMs, reason: 'data_saver' }, { nextAt: noon }],
  ['a retry in a year', { nextAt: noon + 365 * dayMs, reason: 'retry' }, { nextAt: noon }],
  [
    'more than two hours after a service asked',
    { nextAt: noon + 3 * hourMs, reason: 'service_asked' },
    { nextAt: noon },
  ],
  [
    'an hour that the service asked for before the clock was set back by fifty minutes',
    {
      endedAt: noon + 50 * minuteMs,
      notBefore: noon + 110 * minuteMs,
      nextAt: noon + 115 * minuteMs,
      reason: 'service_asked',
    },
    { endedAt: noon, notBefore: null, nextAt: noon },
  ],
  ['a service that asked for a day', { notBefore: noon + dayMs }, { notBefore: null }],
  ['a sync that ends tomorrow', { endedAt: noon + dayMs }, { endedAt: noon }],
  ['content from tomorrow', { workedAt: noon + dayMs }, { workedAt: null }],
  ['a sync that begins tomorrow', { inProgress: { ...inProgress, startedAt: noon + dayMs } }, { inProgress }],
  [
    'the turn that a sync under way took',
    { inProgress: { ...inProgress, before: { ...before, nextAt: noon + dayMs } }, endedAt: noon + hourMs },
    { inProgress, endedAt: noon },
  ],
  [
    'syncs that are still to come',
    { automatic: [noon - 1, noon + dayMs], asked: [noon + 1] },
    { automatic: [noon - 1, noon], asked: [noon] },
  ],
]

describe('not plausible, and corrected:', () => {
  test.each(corrected)('%s', (_name, changes, instead) => {
    const record = schedule(changes)
    expect(plausible(record, context())).toEqual({ ...record, ...instead })
  })
})

describe('a clock that ran a year ahead and was set right', () => {
  const ahead = context({ now: noon + 365 * dayMs })
  const first = onTrigger(null, 'start', 'a:1', ahead).record

  test('costs nothing where a sync was under way whose engine is gone', () => {
    const waiting = onTrigger(first, 'interval', 'b:1', context())
    expect(waiting).toMatchObject({ sync: false, nextAt: noon, reason: 'in_progress' })
    const given = afterGone(waiting.record, 'a:1', context())
    expect(onTrigger(given, 'interval', 'b:1', context()).sync).toBe(true)
  })
  test('costs nothing either where the last sync was in that year, whoever looks first', () => {
    const last = { endedAt: ahead.now - hourMs, workedAt: ahead.now - hourMs, nextAt: ahead.now }
    const { record } = onTrigger(schedule(last), 'interval', 'a:1', ahead)
    const looked = onTrigger(record, 'start', 'b:1', context()).record
    for (const found of [record, looked]) expect(dueIn(afterGone(found, 'a:1', context()), context())).toBe(0)
  })
  test('costs no more than the floor after a failure', () => {
    const reported = afterSync(first, 'a:1', resultOf(slowDown(ahead.now + hourMs)), ahead)
    expect(dueIn(reported, context())).toBe(0)
    expect(onTrigger(reported, 'interval', 'b:1', context())).toMatchObject({
      sync: false,
      nextAt: noon + 5_000,
    })
  })
})

test('a shorter interval counts from now on', () => {
  const settings = { everyMs: 10 * minuteMs, dataSaver: 'respect', configuration: '' } as const
  expect(dueIn(schedule(), context({ settings }))).toBe(0)
  expect(dueIn(schedule(), context())).toBe(50 * minuteMs)
  expect(dueIn(schedule({ nextAt: null }), context())).toBeNull()
  expect(dueIn(null, context())).toBeNull()
})
