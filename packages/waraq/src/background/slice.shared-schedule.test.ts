import { systemClock, type Clock } from '../client/clock.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Bench } from '../sync/bench.test-support.ts'
import { emptySchedule, type ScheduleRecord } from '../store/schedule-record.ts'
import { readSchedule, updateSchedule } from '../sync/schedule/stored-schedule.ts'
import { createWorld, expectEverything, filter, type World } from './world.test-support.ts'

let bench: Bench
afterEach(async () => {
  vi.unstubAllGlobals()
  await bench.close()
})

async function subscribed(...given: Parameters<typeof createWorld>): Promise<World> {
  const made = createWorld(...given)
  bench = made.bench
  await bench.engine.subscribe(filter)
  return made
}

const scheduled = (record: Partial<ScheduleRecord>) =>
  updateSchedule(bench.db, () => ({ ...emptySchedule, ...record }))

describe('slices share the timetable of all tabs', () => {
  it('and write down what they came to', async () => {
    const { fire } = await subscribed({ schedule: { everyMs: 10 * 60_000 } })
    const before = systemClock.now()
    await fire()
    const worked = await readSchedule(bench.db)
    expect(worked).toMatchObject({ outcome: 'current', failures: 0, reason: 'interval', inProgress: null })
    expect(worked!.nextAt! - before).toBeLessThanOrEqual(11.1 * 60_000)
    bench.sandbox.fault({ effect: { status: 503 }, times: Infinity })
    expect(await fire()).toBe('rejected')
    expect(await readSchedule(bench.db)).toMatchObject({
      outcome: 'interrupted',
      failures: 1,
      inProgress: null,
    })
  })

  it('and the budget of syncs that begin by themselves', async () => {
    const { fire, tokens } = await subscribed()
    const now = systemClock.now()
    await scheduled({ automatic: Array.from({ length: 30 }, (_, index) => now - 1000 - index) })
    expect(await fire()).toBe('rejected')
    expect(tokens()).toBe(0)
  })

  it('and leave alone a service that asked a tab to wait', async () => {
    const { fire, tokens } = await subscribed()
    await scheduled({ notBefore: systemClock.now() + 600_000 })
    expect(await fire()).toBe('rejected')
    expect(tokens()).toBe(0)
  })

  it('and fetch nothing while syncing is paused: the browser need not come back for that', async () => {
    const { fire, tokens } = await subscribed()
    await bench.engine.pause()
    expect(await fire()).toBe('resolved')
    expect(tokens()).toBe(0)
    await bench.engine.resume()
    expect(await fire()).toBe('resolved')
    await expectEverything(bench)
  })

  it('and end as soon as a page pauses', async () => {
    // It looks every ten seconds whether another engine has paused.
    const sleep: Clock['sleep'] = (ms, signal) => systemClock.sleep(ms / 100, signal)
    const made = await subscribed({ clock: { ...systemClock, sleep } })
    bench.sandbox.fault({ match: { path: 'snapshot' }, effect: { hang: true }, times: 1 })
    const fired = made.fire()
    await vi.waitUntil(() => bench.requests().includes('translations:20'))
    await bench.engine.pause()
    expect(await fired).toBe('resolved')
    const { subscriptions } = await bench.engine.status()
    expect(subscriptions).toMatchObject([
      { lastRun: { outcome: 'interrupted', errorCode: 'paused' }, problem: null },
    ])
  })

  it('and save data where the person wants that, until content grows old', async () => {
    const { fire, tokens } = await subscribed()
    vi.stubGlobal('navigator', { connection: { saveData: true } })
    await scheduled({ workedAt: systemClock.now() })
    expect(await fire()).toBe('resolved')
    expect(tokens()).toBe(0)
    await scheduled({ workedAt: systemClock.now() - 6 * 24 * 3_600_000 })
    expect(await fire()).toBe('resolved')
    await expectEverything(bench)
  })

  it('but not the claim of a worker that the browser ended in the middle', async () => {
    const { fire } = await subscribed()
    const now = systemClock.now()
    const before = { nextAt: null, reason: 'never_synced', requested: false } as const
    const inProgress = { id: 'gone:1', startedAt: now - 1000, requested: false, soon: 0, before }
    await scheduled({ inProgress, nextAt: now - 1000, reason: 'in_progress' })
    expect(await fire()).toBe('resolved')
    await expectEverything(bench)
  })
})
