import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ScheduleReason, ScheduleRecord } from '../../store/schedule-record.ts'
import { alarmLimits } from './alarm.ts'
import { paused, resumed } from './pause.ts'
import type { Scheduler } from './scheduler.ts'
import { other, syncsIn } from './states.test-support.ts'
import {
  broken,
  cutOff,
  forbidden,
  hourMs,
  minuteMs,
  noon,
  offline,
  plain,
  report,
  saving,
  schedule,
  secondMs,
  slowDown,
  unreachable,
  worked,
} from './support.test-support.ts'
import { Tabs } from './tabs.test-support.ts'

const { pieceMs } = alarmLimits

/** No state without a next step: how each state of the timetable is left, at the latest. SPEC.md says the same. */

interface Row {
  /** The event or alarm that leaves it, and by when, in the words of SPEC.md. */
  readonly left: string
  readonly atMost: string
  /** Brings a page that keeps itself current into the state. */
  readonly enter: (page: Page) => Promise<void>
  /** The event; missing where the alarm leaves it. */
  readonly event?: (page: Page) => void
  readonly withinMs: number
}

class Page {
  readonly tabs = new Tabs()
  readonly seen: (ScheduleReason | 'paused')[] = []
  readonly tab: Scheduler = this.tabs.open('a', { onChange: (record) => this.#see(record) })

  /** Starts with this record, which is told, and lets so much time pass. */
  async start(ms: number, record: ScheduleRecord | null = null): Promise<void> {
    this.tabs.record = record
    this.#see(record)
    this.tab.start()
    await this.tabs.clock.advance(ms)
  }

  #see(record: ScheduleRecord | null): void {
    this.seen.push(record?.pausedAt ? 'paused' : (record?.reason ?? 'never_synced'))
  }
}

/** A page whose syncs end in this way, for as long as three hours: the waits after failures have grown by then. */
const ending = (answer: Tabs['answer']) => async (page: Page) => {
  page.tabs.answer = answer
  await page.start(3 * hourMs)
}
const young = (changes: Partial<ScheduleRecord>) => schedule({ endedAt: noon - secondMs, ...changes })

const rows = {
  never_synced: {
    left: '`startAutoSync`, and each page that starts',
    atMost: 'immediately',
    enter: async ({ seen }) => void seen.push('never_synced'),
    event: ({ tab }) => tab.start(),
    withinMs: 0,
  },
  interval: {
    left: 'the alarm',
    atMost: '`everyMs` and a tenth',
    enter: (page) => page.start(minuteMs),
    withinMs: 66 * minuteMs,
  },
  retry: {
    left: 'the alarm',
    atMost: '2.5 s while a reader waits, four times; then 15 min; 1 h in the background',
    enter: ending(() => broken),
    withinMs: 15 * minuteMs,
  },
  offline: {
    left: 'the alarm, or `online`',
    atMost: '15 min',
    enter: async (page) => {
      page.tabs.conditions = offline
      await ending(() => unreachable)(page)
    },
    withinMs: 15 * minuteMs + 30 * secondMs,
  },
  online: {
    left: 'the alarm',
    atMost: '2.5 s while a reader waits, else 30 s; 30 s more after tries without an answer',
    enter: async (page) => {
      page.tabs.conditions = offline
      page.tabs.answer = () => unreachable
      await page.start(hourMs)
      page.tabs.conditions = plain
      await page.tab.wake('online')
    },
    withinMs: 30 * secondMs + 2_500,
  },
  slept: {
    left: 'the alarm',
    atMost: 'an hour and a tenth',
    enter: async (page) => {
      await page.start(minuteMs)
      page.tabs.clock.jump(2 * hourMs)
      await page.tabs.clock.advance(pieceMs)
    },
    withinMs: 66 * minuteMs,
  },
  service_asked: {
    left: 'the alarm',
    atMost: 'the named time, at most an hour, and 15 s; twice that in the background',
    enter: async (page) => {
      page.tabs.answer = () => slowDown(page.tabs.clock.now() + hourMs)
      await page.start(minuteMs)
    },
    withinMs: hourMs + 15 * secondMs,
  },
  budget: {
    left: 'the alarm',
    atMost: 'immediately, ten times; then as after a failure',
    enter: async (page) => {
      page.tabs.answer = () => (page.tabs.syncs.length === 1 ? cutOff : worked)
      await page.start(page.tabs.syncMs)
    },
    withinMs: 0,
  },
  asked: {
    left: 'the alarm',
    atMost: 'immediately',
    enter: async (page) => {
      await page.start(secondMs)
      await page.tab.wake('subscribed')
      await page.tabs.clock.advance(secondMs)
    },
    withinMs: 0,
  },
  data_saver: {
    left: 'the alarm; a connection that is no longer metered',
    atMost: 'six days after the last sync; 30 s after the connection changed',
    enter: async (page) => {
      page.tabs.conditions = saving
      await page.start(2 * hourMs, young({ nextAt: noon + hourMs }))
    },
    event: ({ tabs }) => void (tabs.conditions = plain),
    withinMs: pieceMs,
  },
  rate_budget: {
    left: 'the alarm',
    atMost: 'an hour',
    enter: (page) => page.start(secondMs / 2, schedule({ nextAt: noon, automatic: syncsIn(30, hourMs) })),
    withinMs: hourMs,
  },
  in_progress: {
    left: 'the end of that sync, or of the engine that has the writer’s lock',
    atMost: '250 ms after the lock is free; 35 s if its engine is frozen',
    enter: (page) =>
      page.start(
        0,
        young({ nextAt: noon, reason: 'in_progress', inProgress: { ...other, requested: true } }),
      ),
    withinMs: 250,
  },
  nothing_subscribed: {
    left: '`subscribe`, `setSubscriptions`',
    atMost: 'immediately',
    enter: async (page) => {
      page.tabs.answer = () => report()
      await page.start(minuteMs)
    },
    event: ({ tab }) => void tab.wake('subscribed'),
    withinMs: 0,
  },
  paused: {
    left: '`resume`, in any tab',
    atMost: 'immediately',
    enter: async (page) => {
      await page.start(minuteMs)
      page.tabs.record = paused(page.tabs.record, page.tabs.clock.now())
      page.tab.changed()
      page.seen.push('paused')
      await page.tabs.clock.advance(24 * hourMs)
    },
    event: ({ tab, tabs }) => {
      tabs.record = resumed(tabs.record, tabs.clock.now())
      tab.changed()
    },
    withinMs: 0,
  },
  needs_help: {
    left: 'the alarm',
    atMost: '2.5 s after the first refusal; then a minute to an hour, and a tenth',
    enter: ending(() => forbidden),
    withinMs: 66 * minuteMs,
  },
} satisfies Record<ScheduleReason, Row>

describe('each state of the timetable is left', () => {
  test.each(Object.entries<Row>(rows))('%s', async (reason, { enter, event, withinMs }) => {
    const page = new Page()
    const { tabs, seen } = page
    await enter(page)
    const from = tabs.syncs.length
    expect(seen).toContain(reason)
    // Nothing but the named event leaves it, where there is one.
    event?.(page)
    tabs.answer = () => worked
    await tabs.clock.advance(withinMs)
    expect(tabs.syncs.length).toBeGreaterThan(reason === 'budget' || reason === 'asked' ? from - 1 : from)
    await tabs.clock.advance(tabs.syncMs)
    expect(tabs.record).toMatchObject({ inProgress: null, failures: 0, outcome: 'current' })
  })
})

test('SPEC.md has the same rows', () => {
  const spec = readFileSync(new URL('../../../SPEC.md', import.meta.url), 'utf8').replaceAll(/ +/g, ' ')
  for (const [reason, { left, atMost }] of Object.entries<Row>(rows))
    expect(spec).toContain(`| \`${reason}\` | ${left} | ${atMost} |`)
})
