import { describe, expect, it } from 'vitest'
import {
  floorAfterFailure,
  gateOfAsked,
  gateOfAutomatic,
  gateOfBackground,
  isBackgroundSync,
  savingUntil,
} from './gates.ts'
import type { ScheduleRecord } from '../../store/schedule-record.ts'
import { bounds, scheduleSettings, type ScheduleContext } from './settings.ts'
import { dayMs, minuteMs, context, noon, saving, schedule, secondMs } from './support.test-support.ts'

/** What keeps a sync from beginning, by the kind of its trigger. */

type Changes = Partial<ScheduleRecord>
const failed: Changes = { failures: 1, endedAt: noon, outcome: 'interrupted' }
const inProgress = {
  id: 'a',
  startedAt: noon,
  requested: false,
  soon: 0,
  before: { nextAt: null, reason: 'interval', requested: false },
} as const
const spent = Array.from({ length: 1_000 }, () => noon)

describe('after a failure', () => {
  it.each<[string, Changes, boolean, number]>([
    ['none', {}, false, -Infinity],
    ['none that ended', { failures: 1, endedAt: null }, false, -Infinity],
    ['one that was answered', failed, false, noon + bounds.floorMs],
    ['one of those that are tried again soon', { ...failed, soon: 1 }, false, noon + bounds.soonFloorMs],
    ['the same without an answer', { ...failed, silent: true, soon: 1 }, false, noon + bounds.soonFloorMs],
    ['one without an answer', { ...failed, silent: true }, false, noon + bounds.networkFloorMs],
    [
      'the first one without an answer, the network being back',
      { ...failed, silent: true },
      true,
      noon + bounds.floorMs,
    ],
    [
      'another one without an answer, the network being back',
      { ...failed, silent: true, failures: 2 },
      true,
      noon + bounds.networkFloorMs,
    ],
  ])('%s', (_, changes, backOnline, expected) =>
    expect(floorAfterFailure(schedule(changes), backOnline)).toBe(expected),
  )
})

describe('who waits for a sync', () => {
  const of = (ageMs: number, changes: Changes = {}): Changes => ({ workedAt: noon - ageMs, ...changes })
  /** Whether the sync is background; and whether it is where a reader came back to the page. */
  it.each<[string, Changes, boolean, boolean]>([
    ['no reader, of content just confirmed', of(0), true, true],
    ['no reader, of content of nearly a day', of(dayMs - 1), true, true],
    ['one who came back, of content of a day', of(dayMs), true, false],
    ['one who came back, of content of nearly six days', of(6 * dayMs - 1), true, false],
    ['any, of content of six days', of(6 * dayMs), false, false],
    ['any, of a library that is empty', { workedAt: null }, false, false],
    ['one who asked, or an application that subscribed', of(0, { requested: true }), false, false],
    [
      'one who asked for the sync under way',
      of(0, { inProgress: { ...inProgress, requested: true } }),
      false,
      false,
    ],
    ['none of a sync under way that began by itself', of(0, { inProgress }), true, true],
    ['no reader, with a clock that was set back a little', of(-30 * secondMs), true, true],
  ])('%s', (_, changes, background, ofReturn) => {
    expect(isBackgroundSync(schedule(changes), noon, false)).toBe(background)
    expect(isBackgroundSync(schedule(changes), noon, true)).toBe(ofReturn)
  })
})

describe('saving data', () => {
  const workedAt = noon - dayMs
  it.each<[string, Changes, Partial<ScheduleContext>, number | null]>([
    [
      'holds back while what is here is young',
      { workedAt },
      { conditions: saving },
      workedAt + bounds.dataSaverMs,
    ],
    ['holds back no longer than that', { workedAt: noon - bounds.dataSaverMs }, { conditions: saving }, null],
    ['is not wanted', { workedAt }, {}, null],
    [
      'is ignored',
      { workedAt },
      { conditions: saving, settings: scheduleSettings({ dataSaver: 'ignore' }) },
      null,
    ],
    ['has nothing to read instead', { workedAt: null }, { conditions: saving }, null],
    ['gives way to a request', { workedAt, requested: true }, { conditions: saving }, null],
  ])('%s', (_, changes, at, expected) => expect(savingUntil(schedule(changes), context(at))).toBe(expected))
})

const holding = { asked: gateOfAsked, automatic: gateOfAutomatic, background: gateOfBackground }

describe.each<[string, Changes, Partial<ScheduleContext>, Partial<Record<keyof typeof holding, string>>]>([
  ['nothing', {}, {}, {}],
  ['a sync under way', { inProgress }, {}, {}],
  [
    'a service that asked to wait',
    { notBefore: noon + minuteMs, endedAt: null },
    {},
    { asked: 'service_asked', automatic: 'service_asked', background: 'service_asked' },
  ],
  ['a service whose wait is over', { notBefore: noon }, {}, {}],
  ['a failure just now', failed, {}, { automatic: 'retry' }],
  ['saving data', {}, { conditions: saving }, { automatic: 'data_saver', background: 'data_saver' }],
  [
    'too many automatic syncs',
    { automatic: spent },
    {},
    { automatic: 'rate_budget', background: 'rate_budget' },
  ],
  [
    'too many of them, in the middle of one',
    { automatic: spent, reason: 'budget' },
    {},
    { automatic: 'rate_budget' },
  ],
  ['too many syncs that were asked for', { asked: spent }, {}, { asked: 'rate_budget' }],
  [
    'more than one thing',
    { notBefore: noon + secondMs, automatic: spent, endedAt: null },
    {},
    { asked: 'service_asked', automatic: 'service_asked', background: 'service_asked' },
  ],
])('%s', (_, changes, at, expected) => {
  it.each(Object.keys(holding) as (keyof typeof holding)[])('of what is %s', (kind) => {
    const gate = holding[kind](schedule(changes), context(at))
    expect(gate?.reason).toBe(expected[kind])
    if (gate) expect(gate.until).toBeGreaterThan(noon)
  })
})

it('a person waits only for a while where the service asked to wait long', () => {
  const endedAt = noon - secondMs
  const record = schedule({ notBefore: noon + dayMs, endedAt })
  expect(gateOfAsked(record, context())?.until).toBe(Math.min(noon + dayMs, endedAt + bounds.askFloorMs))
  expect(gateOfAsked(record, context({ now: endedAt + bounds.askFloorMs }))).toBeNull()
})
