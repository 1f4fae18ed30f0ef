import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { afterEach, describe, expect, it } from 'vitest'
import { createBench, type Bench } from '../bench.test-support.ts'
import type { Problem } from '../status/problem.ts'

/** A problem is told in one place, until it is mended. */

let bench: Bench
afterEach(() => bench.close())

const minute = 60_000

async function until(what: () => Promise<boolean> | boolean): Promise<void> {
  for (let turn = 0; turn < 5_000 && !(await what()); turn++)
    await new Promise((resolve) => setTimeout(resolve, 0))
  expect(await what()).toBe(true)
}

function start() {
  const clock = new VirtualClock()
  bench = createBench({ engine: { clock, random: () => 0.5, retry: { attempts: 1 } } })
  return { ...bench, clock }
}

describe('a service that refuses', () => {
  it('is told with sentence, remedy, since when and the next try; and no more once it answers', async () => {
    const { engine, sandbox, clock } = start()
    const reported: (Problem | null)[] = []
    engine.onProblem((problem) => reported.push(problem))
    await engine.setSubscriptions(['translations:20', 'tafsirs:169'])
    await until(() => reported.length === 1)
    expect(reported).toEqual([null])

    const fault = sandbox.fault({ effect: { status: 403 }, times: Infinity })
    const since = clock.now()
    await engine.startAutoSync()
    await until(async () => (await engine.status()).schedule?.reason === 'needs_help')
    const { problem, schedule } = await engine.status()
    expect(problem).toEqual({
      code: 'forbidden',
      message: expect.stringMatching(/^The service answered 403 .*\.$/),
      remedy: 'Check the scope and permissions of the client.',
      part: 'service',
      unanswered: false,
      filter: null,
      since,
      nextTryAt: schedule!.nextSyncAt,
    })
    expect(problem!.nextTryAt).toBeGreaterThan(clock.now())

    await clock.advance(2 * minute)
    await until(async () => (await engine.status()).schedule?.failures === 2)
    await until(() => reported.at(-1)?.nextTryAt !== problem!.nextTryAt)
    expect((await engine.status()).problem).toMatchObject({ code: 'forbidden', since })

    fault.remove()
    await engine.sync()
    expect((await engine.status()).problem).toBeNull()
    await until(() => reported.at(-1) === null)
  })
})

describe('a relay that is not there', () => {
  it('is told as the relay', async () => {
    const { newEngine } = start()
    const engine = newEngine({ tokens: { get: () => Promise.reject(new Error('no relay')) } })
    await engine.setSubscriptions(['translations:20'])
    await engine.sync()
    const { problem, subscriptions } = await engine.status()
    expect(problem).toEqual(subscriptions[0]!.problem)
    expect(problem).toMatchObject({ part: 'relay' })
  })
})

describe('one subscription that the service refuses', () => {
  it('is told by its part at fault, and leaves the others as they are', async () => {
    const { engine } = start()
    const refused = 'nobody:1;tafsirs:169'
    await engine.setSubscriptions(['translations:20', refused], { unknownGroups: 'allow' })
    const { outcome, runs } = await engine.sync()
    expect(runs.map((run) => [run.filter, run.outcome])).toEqual([
      [refused, 'failed'],
      ['translations:20', 'current'],
    ])
    expect(outcome).toBe('partial')
    const { subscriptions, problem } = await engine.status()
    expect(subscriptions).toMatchObject([
      { filter: refused, problem },
      { filter: 'translations:20', problem: null, stale: false, lastRun: { outcome: 'current' } },
    ])
    expect(problem).toMatchObject({
      code: 'invalid_resources',
      message: `The service refuses the filter nobody:1 in ${refused}: There is no group nobody.`,
      remedy: expect.stringMatching(/unsubscribe\(\).*setSubscriptions\(\)/),
      part: 'service',
      unanswered: false,
      filter: refused,
    })
    await engine.setSubscriptions(['translations:20'])
    expect((await engine.status()).problem).toBeNull()
  })
})

describe('a report of a sync that failed', () => {
  it('says as JSON what happened', async () => {
    const { engine, sandbox } = start()
    await engine.setSubscriptions(['translations:20'])
    sandbox.fault({ effect: { networkError: true }, times: Infinity })
    const report = await engine.sync()
    const written = JSON.parse(JSON.stringify(report)) as { runs: { error: { message: string } }[] }
    expect(written.runs[0]!.error.message).toBe(report.runs[0]!.error!.message)
  })
})

describe('text that no sync has confirmed for too long', () => {
  it.each(['hide', 'remove'] as const)('is told where it is not shown any more: %s', async (policy) => {
    const clock = new VirtualClock()
    bench = createBench({
      engine: { clock, random: () => 0.5, retry: { attempts: 1 }, freshness: { policy } },
    })
    const { engine, sandbox } = bench
    await engine.subscribe('translations:20')
    await engine.sync()
    clock.jump(7 * 24 * 60 * minute)
    expect((await engine.status()).problem).toBeNull()
    clock.jump(1)
    expect((await engine.status()).problem).toMatchObject({
      code: 'content_stale',
      message: expect.stringContaining('translations:20 for more than 7 days'),
      remedy: 'Connect to the network.',
      filter: 'translations:20',
    })

    const fault = sandbox.fault({ effect: { status: 503 }, times: Infinity })
    await engine.sync()
    expect((await engine.status()).problem).toMatchObject({
      code: 'content_stale',
      remedy: expect.stringContaining('503'),
    })
    fault.remove()
    await engine.sync()
    expect((await engine.status()).problem).toBeNull()
  })

  it('is shown as before where the application chose so, and no problem', async () => {
    const { engine, clock } = start()
    await engine.subscribe('translations:20')
    await engine.sync()
    clock.jump(8 * 24 * 60 * minute)
    const { problem, subscriptions } = await engine.status()
    expect(problem).toBeNull()
    expect(subscriptions[0]!.stale).toBe(true)
  })
})
