import { beforeEach, describe, expect, test } from 'vitest'
import { alarmLimits } from './alarm.ts'
import { bounds } from './settings.ts'
import {
  broken,
  cutOff,
  dayMs,
  failure,
  forbidden,
  hourMs,
  minuteMs,
  noon,
  plain,
  report,
  run,
  saving,
  schedule,
  secondMs,
  settle,
  slowDown,
  unreachable,
  waitedFor,
  worked,
} from './support.test-support.ts'
import { Tabs } from './tabs.test-support.ts'

const { pieceMs } = alarmLimits

let tabs: Tabs
beforeEach(() => {
  tabs = new Tabs()
})
const minutes = () => tabs.syncs.map(({ at }) => Math.round((at - noon) / minuteMs))

describe('by itself', () => {
  test('syncs when it starts, and about every hour', async () => {
    tabs.open('a').start()
    await tabs.clock.advance(4 * hourMs)
    expect(tabs.syncs.length).toBeGreaterThanOrEqual(4)
    expect(tabs.syncs.length).toBeLessThanOrEqual(5)
    expect(tabs.syncs[0]).toMatchObject({ at: noon, options: { joinRunning: true } })
    for (const [index, { at }] of tabs.syncs.entries()) {
      if (index > 0)
        expect(Math.abs(at - tabs.syncs[index - 1]!.at - hourMs)).toBeLessThanOrEqual(6 * minuteMs + 5_000)
    }
  })
  test('does nothing before it is started, and starts once', async () => {
    const tab = tabs.open('a')
    await tabs.clock.advance(dayMs)
    tab.changed()
    expect(tabs.syncs).toEqual([])
    tab.start()
    tab.start()
    await settle()
    expect(tabs.syncs).toHaveLength(1)
  })
  test('goes on after a restart where it was', async () => {
    tabs.record = schedule({ endedAt: noon - 5 * secondMs, nextAt: noon + 20 * minuteMs })
    tabs.open('a').start()
    await tabs.clock.advance(30 * minuteMs)
    expect(minutes()).toEqual([20])
  })
  test('comes back after failures, ever more slowly, and at the usual interval once it works', async () => {
    tabs.answer = () => unreachable
    tabs.open('a').start()
    await tabs.clock.advance(hourMs)
    const failures = tabs.syncs.length - bounds.triesWhileWaiting
    expect(tabs.record).toMatchObject({ failures, reason: 'retry', errorCode: 'network' })
    expect(failures).toBeGreaterThan(6)
    expect(failures).toBeLessThan(25)
    tabs.answer = () => worked
    await tabs.clock.advance(20 * minuteMs)
    expect(tabs.record).toMatchObject({ failures: 0, reason: 'interval', errorCode: null })
  })
  test('comes back after a refusal, from a minute to an hour later, and at the usual interval once it is mended', async () => {
    tabs.answer = () => forbidden
    tabs.open('a').start()
    await tabs.clock.advance(dayMs)
    expect([...new Set(minutes())].slice(0, 4)).toEqual([0, 1, 3, 8])
    expect(tabs.syncs.length).toBeGreaterThan(24)
    expect(tabs.syncs.length).toBeLessThan(32 + bounds.triesWhileWaiting)
    tabs.answer = () => worked
    await tabs.clock.advance(67 * minuteMs)
    expect(tabs.record).toMatchObject({ failures: 0, reason: 'interval', errorCode: null })
  })
  test('comes back sooner after a refusal, where a person does', async () => {
    tabs.answer = () => forbidden
    const tab = tabs.open('a')
    tab.start()
    await tabs.clock.advance(4 * hourMs)
    const before = tabs.syncs.length
    tabs.answer = () => worked
    await tabs.clock.advance(2 * minuteMs)
    const woken = tab.wake('visible')
    await tabs.clock.advance(minuteMs)
    expect(await woken).toMatchObject({ result: 'synced' })
    expect(tabs.syncs).toHaveLength(before + 1)
    expect(tabs.record).toMatchObject({ failures: 0, reason: 'interval' })
  })
  test('goes on at once with what its budget cut off, within the rate budget', async () => {
    tabs.answer = () => cutOff
    tabs.syncMs = 0
    tabs.open('a').start()
    await tabs.clock.advance(secondMs)
    expect(tabs.syncs).toHaveLength(bounds.mostContinued + 1)
    await tabs.clock.advance(50 * minuteMs)
    expect(tabs.syncs).toHaveLength(30)
    expect(tabs.record?.reason).toBe('rate_budget')
  })
  test('waits inBackground for a service that falls over, where the content is good: as much as on a quiet day, or little more', async () => {
    tabs.record = schedule({ nextAt: noon })
    tabs.answer = () => broken
    tabs.open('a').start()
    await tabs.clock.advance(12 * hourMs)
    expect(tabs.syncs.every(({ options }) => options.background)).toBe(true)
    expect(tabs.syncs.length).toBeGreaterThanOrEqual(12)
    expect(tabs.syncs.length).toBeLessThan(2.5 * 12)
    tabs.answer = () => worked
    await tabs.clock.advance(hourMs + minuteMs)
    expect(tabs.record).toMatchObject({ failures: 0, reason: 'interval', errorCode: null })
  })
  test('is background from the second sync on: the first one fills an empty library', async () => {
    tabs.open('a').start()
    await tabs.clock.advance(2.5 * hourMs)
    expect(tabs.syncs.map(({ options }) => options.background)).toEqual([false, true, true])
  })
  test.each([
    ['within ten seconds', waitedFor(), bounds.floorMs + bounds.onlineSpreadMs],
    ['within three where nothing is here', null, 3 * secondMs],
  ])('comes back online %s', async (_, record, ms) => {
    tabs.record = record
    tabs.answer = () => unreachable
    const tab = tabs.open('a')
    tab.start()
    await tabs.clock.advance(record ? 15 * secondMs : 30 * secondMs)
    const { length } = tabs.syncs
    expect(tabs.record!.nextAt! - tabs.clock.now()).toBeGreaterThan(15 * secondMs)
    await tab.wake('online')
    await tabs.clock.advance(ms)
    expect(tabs.syncs).toHaveLength(length + 1)
  })
  test('waits while data is saved, and no longer than that', async () => {
    tabs.record = schedule({ nextAt: noon })
    tabs.conditions = saving
    tabs.open('a').start()
    await tabs.clock.advance(2 * hourMs)
    expect(tabs.syncs).toEqual([])
    tabs.conditions = plain
    await tabs.clock.advance(pieceMs)
    expect(tabs.syncs).toHaveLength(1)
  })
  test('waits while data is saved for six days at most', async () => {
    tabs.record = schedule({ nextAt: noon, workedAt: noon - 6 * dayMs + 2 * hourMs })
    tabs.conditions = saving
    tabs.open('a').start()
    await tabs.clock.advance(2 * hourMs + secondMs)
    expect(minutes()).toEqual([120])
  })
  test('syncs within the hour where the clock is set on, which is as if the device had slept', async () => {
    tabs.record = schedule({ endedAt: noon - 5 * secondMs, nextAt: noon + 50 * minuteMs })
    tabs.open('a').start()
    await tabs.clock.advance(minuteMs)
    tabs.clock.jump(dayMs)
    await tabs.clock.advance(pieceMs)
    expect([tabs.syncs, tabs.record?.reason]).toEqual([[], 'slept'])
    await tabs.clock.advance(66 * minuteMs)
    expect(tabs.syncs).toHaveLength(1)
  })
  test('does not wait for a time that a clock gone wrong once set', async () => {
    tabs.clock.jump(365 * dayMs)
    tabs.open('a').start()
    await tabs.clock.advance(minuteMs)
    tabs.clock.jump(-365 * dayMs)
    await tabs.clock.advance(pieceMs + bounds.floorMs)
    expect(tabs.syncs).toHaveLength(2)
  })
})

describe('asked', () => {
  test('syncs at once, and not by joining what runs already', async () => {
    tabs.record = schedule({ endedAt: noon - secondMs })
    const tab = tabs.open('a')
    const asked = tab.wake('asked', { onProgress: () => undefined })
    expect(await tabs.clock.run(asked)).toEqual({ result: 'synced', report: worked })
    expect(tabs.syncs[0]?.options).toMatchObject({
      joinRunning: false,
      background: false,
      onProgress: expect.any(Function),
    })
    expect(tabs.clock.pending).toBe(0)
  })
  test('is told when where the service wants to be left alone', async () => {
    tabs.answer = () => slowDown(noon + 3 * minuteMs)
    const tab = tabs.open('a')
    await tabs.clock.run(tab.wake('asked'))
    const reported = await tab.wake('asked')
    expect(reported).toEqual({ result: 'waits', nextAt: noon + 3 * minuteMs, reason: 'service_asked' })
    expect(tabs.syncs).toHaveLength(1)
  })
  test('is told when where it asks too often', async () => {
    const tab = tabs.open('a')
    tabs.syncMs = 0
    for (let time = 0; time < 6; time += 1) await tabs.clock.run(tab.wake('asked'))
    expect(await tab.wake('asked')).toEqual({
      result: 'waits',
      nextAt: noon + minuteMs,
      reason: 'rate_budget',
    })
  })
  test('cancels, and the timetable is as before', async () => {
    const before = schedule()
    tabs.record = before
    const tab = tabs.open('a')
    const controller = new AbortController()
    const asked = tab.wake('asked', { signal: controller.signal })
    await settle()
    controller.abort(new Error('enough'))
    expect(await asked).toEqual({ result: 'failed', error: new Error('enough') })
    expect(tabs.record).toEqual({ ...before, asked: [noon] })
  })
  test('is told of an error of the sync itself, which counts as a failure', async () => {
    const tab = tabs.open('a')
    const lost = failure('storage_lost')
    tabs.answer = () => Promise.reject(lost)
    expect(await tabs.clock.run(tab.wake('asked'))).toEqual({ result: 'failed', error: lost })
    expect(tabs.record).toMatchObject({ failures: 1, errorCode: 'storage_lost', reason: 'retry' })
  })
  test.each([
    ['closed', failure('engine_closed', { retryable: false })],
    ['cancelled from elsewhere', new DOMException('x', 'AbortError')],
  ])('of an engine that was %s leaves no failure behind', async (_name, error) => {
    tabs.answer = () => Promise.reject(error)
    await tabs.clock.run(tabs.open('a').wake('start'))
    expect(tabs.record).toMatchObject({ failures: 0, errorCode: null, inProgress: null })
  })
})

describe('a background event', () => {
  test('resolves once its sync has ended, without setting any alarm', async () => {
    tabs.record = schedule({ endedAt: noon - 31 * minuteMs })
    const worker = tabs.open('worker')
    const part = { filters: ['translations:20'], budget: { ms: 20_000 } }
    expect(await tabs.clock.run(worker.wake('background', part))).toMatchObject({ result: 'synced' })
    expect(tabs.syncs[0]?.options).toMatchObject(part)
    tabs.record = schedule({ notBefore: noon + hourMs })
    expect(await worker.wake('background')).toMatchObject({ result: 'waits', reason: 'service_asked' })
    expect(tabs.clock.pending).toBe(0)
  })
})

describe('a sync that the application did by itself', () => {
  test('counts where it was of everything', async () => {
    tabs.record = schedule({ failures: 4, nextAt: noon + secondMs, reason: 'retry' })
    expect(await tabs.clock.run(tabs.open('a').sync({}))).toBe(worked)
    expect(tabs.record).toMatchObject({ failures: 0, reason: 'interval', endedAt: noon + tabs.syncMs })
  })
  test('is gone on with by another tab where its own ends', async () => {
    tabs.record = schedule({ endedAt: noon })
    tabs.open('b').start()
    const tab = tabs.open('a')
    const ended = tab.sync({}).catch((error: unknown) => error)
    await settle()
    expect(tabs.record).toMatchObject({ reason: 'in_progress', inProgress: { requested: true } })
    // As where its process ends: nothing is written.
    tabs.refused = new Error('gone')
    tabs.syncs[0]!.options.signal!.throwIfAborted()
    void tab.stop()
    await ended
    tabs.refused = null
    await tabs.clock.advance(secondMs)
    expect(tabs.syncs.map((each) => each.tab)).toEqual(['a', 'b'])
  })
  test('has given up its claim once the schedule is stopped, and begins none afterwards', async () => {
    const tab = tabs.open('a')
    const ended = tab.sync({}).catch((error: unknown) => error)
    await settle()
    await tab.stop()
    expect(tabs.record?.inProgress).toBeNull()
    expect(await ended).toMatchObject({ code: 'engine_closed' })
    await expect(tab.sync({})).rejects.toMatchObject({ code: 'engine_closed' })
    expect(tabs.syncs).toHaveLength(1)
  })
  test('rejects as its runs do', async () => {
    const refusal = new Error('refused')
    tabs.answer = () => Promise.reject(refusal)
    expect(
      await tabs.clock.run(
        tabs
          .open('a')
          .sync({})
          .catch((error: unknown) => error),
      ),
    ).toBe(refusal)
  })
  test('tells only what the service asked for where it was of a part', async () => {
    const before = schedule()
    tabs.record = before
    const tab = tabs.open('a')
    await tab.note(report(run('current')))
    expect(tabs.record).toBe(before)
    await tab.note(slowDown(noon + minuteMs))
    expect(tabs.record).toEqual({ ...before, notBefore: noon + minuteMs })
  })
})

describe('a database that refuses', () => {
  const refusal = new Error('refused')

  test('is tried again, with the trigger that was missed', async () => {
    tabs.refused = refusal
    const tab = tabs.open('a')
    tab.start()
    await tabs.clock.advance(5 * minuteMs + secondMs)
    expect(tabs.syncs).toEqual([])
    tabs.refused = null
    await tabs.clock.advance(5 * secondMs)
    expect(minutes()).toEqual([5])
    await tabs.clock.advance(minuteMs)
    expect(tabs.record?.reason).toBe('interval')
  })
  test('is what a caller who asks is told', async () => {
    tabs.refused = refusal
    expect(await tabs.open('a').wake('asked')).toEqual({ result: 'failed', error: refusal })
    expect(tabs.clock.pending).toBe(0)
  })
  test('when the sync ends leaves a claim that is given up once it can be', async () => {
    tabs.answer = () => {
      tabs.refused = refusal
      return worked
    }
    tabs.open('a').start()
    await tabs.clock.advance(minuteMs)
    expect(tabs.record?.inProgress).not.toBeNull()
    tabs.refused = null
    tabs.answer = () => worked
    await tabs.clock.advance(5 * secondMs)
    expect(minutes()).toEqual([0, 1])
    expect(tabs.record?.inProgress).toBeNull()
  })
})

describe('stopping', () => {
  test('ends what is under way and leaves it to others', async () => {
    const tab = tabs.open('a')
    tab.start()
    await settle()
    await tab.stop()
    expect(tabs.syncs[0]?.options.signal?.aborted).toBe(true)
    expect(tabs.record).toMatchObject({
      inProgress: null,
      nextAt: noon,
      reason: 'never_synced',
    })
    expect(tabs.clock.pending).toBe(0)
  })
  test('is for good', async () => {
    const tab = tabs.open('a')
    tab.start()
    await tabs.clock.advance(minuteMs)
    await tab.stop()
    expect(await tab.wake('asked')).toMatchObject({ result: 'failed', error: { code: 'engine_closed' } })
    tab.start()
    tab.changed()
    await tabs.clock.advance(dayMs)
    expect(tabs.syncs).toHaveLength(1)
    expect(tabs.clock.pending).toBe(0)
  })
})

test('a listener may throw', async () => {
  const tab = tabs.open('a', {
    onChange: () => {
      throw new Error('x')
    },
  })
  tabs.answer = () => broken
  expect(await tabs.clock.run(tab.wake('start'))).toMatchObject({ result: 'synced' })
  expect(tabs.record?.failures).toBe(1)
})
