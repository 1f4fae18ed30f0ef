import { Dexie } from 'dexie'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createBench, type Bench } from '../bench.test-support.ts'
import type { EngineStatus } from './status.ts'
import { refuse } from '../../store/storage-faults.test-support.ts'
import type { OpenChannel } from '../../platform/channel.ts'
import type { WaraqError } from '@waraq/protocol'
import { holdTransaction } from '@waraq/test-support/held-transaction'
import { VirtualClock } from '@waraq/test-support/virtual-clock'

/** Listeners are told the status; without listeners the engine does not read it. */

let bench: Bench
afterEach(async () => {
  vi.restoreAllMocks()
  await bench.close()
})

async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 5_000 && !isSo(); turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(isSo()).toBe(true)
}

describe('a listener', () => {
  it('that comes later is told at once what the others know', async () => {
    bench = createBench()
    const { engine } = bench
    const first: EngineStatus[] = []
    engine.watch((status) => first.push(status))
    await until(() => first.length > 0)
    const later: EngineStatus[] = []
    engine.watch((status) => later.push(status))
    expect(later).toEqual([first.at(-1)])
  })
  it('that leaves before anything could be read is told nothing', async () => {
    bench = createBench()
    const reported: EngineStatus[] = []
    const leave = bench.engine.watch((status) => reported.push(status))
    leave()
    await bench.engine.subscribe('translations:20')
    await bench.engine.sync()
    expect(reported).toEqual([])
  })
  it('that was the last one to leave takes the query with it, and the next one begins anew', async () => {
    bench = createBench()
    const { engine } = bench
    const reported: EngineStatus[] = []
    const leave = engine.watch((status) => reported.push(status))
    await until(() => reported.length > 0)
    leave()
    await engine.subscribe('translations:20')
    const next: EngineStatus[] = []
    engine.watch((status) => next.push(status))
    await until(() => next.some(({ subscriptions }) => subscriptions.length === 1))
    expect(reported.at(-1)!.subscriptions).toEqual([])
  })
})

describe('a change that another tab tells of', () => {
  it('is read by an engine with listeners, and not by an engine without them', async () => {
    const heard: ((message: unknown) => void)[] = []
    const channel: OpenChannel = (_, listener) => {
      heard.push(listener)
      return {
        post: (message) => heard.forEach((hear) => hear !== listener && hear(structuredClone(message))),
        close: () => undefined,
      }
    }
    bench = createBench({ engine: { channel } })
    const [quiet, listening] = [bench.newEngine(), bench.newEngine()]
    await quiet.status()
    const reported: EngineStatus[] = []
    listening.watch((status) => reported.push(status))
    await until(() => reported.length > 0)
    await bench.engine.subscribe('translations:20')
    await until(() => reported.some(({ subscriptions }) => subscriptions.length === 1))
    expect((await quiet.status()).subscriptions).toHaveLength(1)
  })
})

describe('reports that another page of the origin made up', () => {
  const circle: Record<string, unknown> = { d: 1, from: 'a', to: 'b' }
  circle['l'] = circle
  it.each<[string, unknown]>([
    ['of everything', { all: 'x' }],
    ['of a range without an end', { 'idb://waraq/subscriptions/': circle }],
    ['of a prototype', Object.fromEntries([['__proto__', { d: 1, from: 1, to: 2 }]])],
    ['of nothing', 7],
  ])('%s: few of them are looked into, and a change is told as before', async (_, report) => {
    bench = createBench()
    const reported: EngineStatus[] = []
    bench.engine.watch((status) => reported.push(status))
    await until(() => reported.length > 0)
    for (let count = 0; count < 5_000; count++) {
      Dexie.on.storagemutated.fire(report as never)
      if (count % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    expect(reported.length).toBeLessThan(30)
    await bench.engine.subscribe('translations:20')
    await until(() => reported.at(-1)!.subscriptions.length === 1)
  })
})

describe('a status that cannot be read', () => {
  it('is nothing to a listener that has left', async () => {
    bench = createBench()
    const refused = refuse({ method: 'getAll', store: 'subscriptions', error: 'UnknownError', times: 1 })
    const reported: unknown[] = []
    const leave = bench.engine.watch(
      (status) => reported.push(status),
      (problem) => reported.push(problem),
    )
    leave()
    await until(() => refused() === 1)
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(reported).toEqual([])
  })
  it('is waited for where another tab holds the database, which is told, and comes as soon as that tab is gone', async () => {
    const clock = new VirtualClock()
    bench = createBench({ engine: { clock } })
    await bench.db.open()
    const release = holdTransaction(bench.db.backendDB(), ['subscriptions'])
    const reported: (EngineStatus | WaraqError)[] = []
    bench.engine.watch(
      (status) => reported.push(status),
      (problem) => reported.push(problem),
    )
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
    await clock.advance(5_000)
    await until(() => reported.length === 1)
    expect(reported[0]).toMatchObject({ code: 'storage_blocked', retryable: true })
    // Each read ends after half a minute and is made again.
    for (let seconds = 0; seconds < 100; seconds += 5) {
      await clock.advance(5_000)
      for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
    }
    expect(reported.every((each) => 'code' in each)).toBe(true)
    release()
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
    await clock.advance(2_000)
    await until(() => 'subscriptions' in reported.at(-1)!)
  })
  it('is told once it can; until then, why not', async () => {
    let wake = (): void => undefined
    bench = createBench()
    const engine = bench.newEngine({
      clock: {
        now: () => 0,
        monotonic: () => 0,
        sleep: (_, signal) =>
          new Promise((resolve, reject) => {
            wake = resolve
            signal?.addEventListener('abort', () => reject(signal.reason as Error))
          }),
      },
    })
    const refused = refuse({ method: 'getAll', store: 'subscriptions', error: 'UnknownError', times: 1 })
    const reported: EngineStatus[] = []
    const problems: string[] = []
    engine.watch(
      (status) => reported.push(status),
      ({ code }) => problems.push(code),
    )
    await until(() => refused() === 1)
    await until(() => problems.length > 0)
    const later: string[] = []
    engine.watch(
      () => undefined,
      ({ code }) => later.push(code),
    )
    expect(reported).toEqual([])
    expect([problems, later]).toEqual([['storage_lost'], ['storage_lost']])
    wake()
    await until(() => reported.length > 0)
    expect(reported[0]!.subscriptions).toEqual([])
    engine.watch(
      () => undefined,
      ({ code }) => later.push(code),
    )
    expect([problems, later]).toEqual([['storage_lost'], ['storage_lost']])
  })
})
