import { beforeEach, describe, expect, test } from 'vitest'
import { bounds } from './settings.ts'
import type { Scheduler } from './scheduler.ts'
import {
  broken,
  cutOff,
  hourMs,
  minuteMs,
  noon,
  schedule,
  secondMs,
  settle,
  slowDown,
  worked,
} from './support.test-support.ts'
import { Tabs } from './tabs.test-support.ts'
import type { SyncReport } from '../run/report.ts'

let tabs: Tabs
let ten: Scheduler[]
beforeEach(() => {
  tabs = new Tabs()
  ten = Array.from({ length: 10 }, (_, index) => tabs.open(`tab ${index}`))
})

function startAll(): void {
  for (const tab of ten) tab.start()
}

describe.each([
  ['that hear of each other', true],
  ['of which no word reaches another', false],
])('ten tabs %s', (_name, heard) => {
  beforeEach(() => {
    tabs.heard = heard
  })

  test('make one sync when they start, and one each time that it is due', async () => {
    startAll()
    await settle()
    expect(tabs.syncs).toHaveLength(1)
    await tabs.clock.advance(4 * hourMs)
    const gaps = tabs.syncs.slice(1).map(({ at }, index) => at - tabs.syncs[index]!.at)
    expect(gaps.length).toBeGreaterThanOrEqual(3)
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(54 * minuteMs)
    for (const gap of gaps) expect(gap).toBeLessThanOrEqual(66 * minuteMs + 10 * secondMs)
  })

  test('share one back-off', async () => {
    const one = new Tabs()
    one.answer = tabs.answer = () => broken
    one.open('alone').start()
    startAll()
    await one.clock.advance(hourMs)
    await tabs.clock.advance(hourMs)
    expect(tabs.record?.failures).toBe(tabs.syncs.length - bounds.triesWhileWaiting)
    expect(Math.abs(tabs.syncs.length - one.syncs.length)).toBeLessThan(6)
  })

  test('heed what one of them was told', async () => {
    let answer: SyncReport = slowDown(noon + 30 * minuteMs)
    tabs.answer = () => answer
    startAll()
    await tabs.clock.advance(5 * secondMs)
    answer = worked
    for (const tab of ten)
      for (const wake of ['visible', 'online', 'background', 'start'] as const) void tab.wake(wake)
    await tabs.clock.advance(29 * minuteMs)
    expect(tabs.syncs).toHaveLength(1)
    await tabs.clock.advance(2 * minuteMs)
    expect(tabs.syncs).toHaveLength(2)
  })

  test('share one rate budget', async () => {
    startAll()
    for (let minute = 0; minute < 59; minute += 1) {
      for (const tab of ten) void tab.wake('visible')
      await tabs.clock.advance(minuteMs + 3 * secondMs)
    }
    expect(tabs.syncs.filter(({ at }) => at < noon + hourMs)).toHaveLength(30)
  })

  test('come back online together, once', async () => {
    tabs.record = schedule({ failures: 5, silent: true, nextAt: noon + 10 * minuteMs, reason: 'offline' })
    startAll()
    await tabs.clock.advance(minuteMs)
    const before = tabs.syncs.length
    await tabs.clock.advance(2 * minuteMs)
    for (const tab of ten) void tab.wake('online')
    await tabs.clock.advance(bounds.onlineSpreadMs)
    expect(tabs.syncs.length).toBe(before + 1)
  })

  test('go on in the place of one that was closed in the middle', async () => {
    tabs.syncMs = minuteMs
    startAll()
    await tabs.clock.advance(30 * secondMs)
    const first = ten.find((_, index) => `tab ${index}` === tabs.syncs[0]?.tab)
    await first!.stop()
    await tabs.clock.advance(secondMs)
    expect(tabs.syncs).toHaveLength(2)
    expect(tabs.syncs[1]?.tab).not.toBe(tabs.syncs[0]?.tab)
  })

  test('go on in the place of one that vanished without a word', async () => {
    // Like a tab that crashed: its claim is in the database, and the tab never writes again.
    const gone = { nextAt: noon, reason: 'interval', requested: false } as const
    const inProgress = { id: 'gone:1', startedAt: noon, requested: false, soon: 0, before: gone } as const
    tabs.record = schedule({ nextAt: noon, reason: 'in_progress', inProgress })
    startAll()
    await tabs.clock.advance(secondMs)
    expect(tabs.syncs).toHaveLength(1)
  })

  test('go on where one vanishes that was seen at work', async () => {
    const crashed = new AbortController()
    void tabs
      .seated(
        crashed.signal,
        () =>
          new Promise((_, reject) => {
            crashed.signal.addEventListener('abort', () => reject(new Error('crashed')))
          }),
      )
      .catch(() => undefined)
    const before = { nextAt: noon, reason: 'interval', requested: false } as const
    const inProgress = { id: 'gone:1', startedAt: noon, requested: false, soon: 0, before } as const
    tabs.record = schedule({ nextAt: noon, reason: 'in_progress', inProgress })
    startAll()
    await tabs.clock.advance(20 * minuteMs)
    expect(tabs.syncs).toHaveLength(0)
    crashed.abort()
    await tabs.clock.advance(secondMs)
    expect(tabs.syncs).toHaveLength(1)
  })

  test('leave a long first sync alone as long as it lives', async () => {
    tabs.syncMs = 20 * minuteMs
    startAll()
    await tabs.clock.advance(20 * minuteMs + secondMs)
    expect(tabs.syncs).toHaveLength(1)
    expect(tabs.record).toMatchObject({ reason: 'interval', inProgress: null })
  })

  test('bring what is subscribed while one of them syncs', async () => {
    startAll()
    await tabs.clock.advance(secondMs)
    void ten[3]!.wake('subscribed')
    await tabs.clock.advance(2 * secondMs)
    expect(tabs.syncs).toHaveLength(2)
    await tabs.clock.advance(5 * minuteMs)
    expect(tabs.syncs).toHaveLength(2)
    expect(tabs.record?.requested).toBe(false)
  })
})

test('tabs that tell each other fall silent', async () => {
  startAll()
  await tabs.clock.advance(minuteMs)
  const { reported, writes } = tabs
  expect(reported).toBeLessThanOrEqual(4)
  expect(writes).toBe(reported)
  for (const tab of ten) tab.changed()
  for (const tab of ten) void tab.wake('interval')
  await settle()
  expect(tabs).toMatchObject({ reported, writes })
})

test('a tab is told once of many changes', async () => {
  let reads = 0
  const tab = tabs.open('reader', {
    update: async (change) => {
      reads += 1
      await settle()
      return change(schedule({ endedAt: noon - secondMs }))
    },
  })
  tab.start()
  await settle()
  await settle()
  reads = 0
  for (let change = 0; change < 50; change += 1) tab.changed()
  for (let turn = 0; turn < 5; turn += 1) await settle()
  expect(reads).toBeLessThanOrEqual(2)
})

test('work that a budget cuts off is gone on with by one tab', async () => {
  let left = 5
  tabs.answer = () => (left-- > 0 ? cutOff : worked)
  startAll()
  await tabs.clock.advance(minuteMs)
  expect(tabs.syncs).toHaveLength(6)
  expect(tabs.record?.reason).toBe('interval')
})
