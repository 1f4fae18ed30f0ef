import { systemClock } from '../client/clock.ts'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { settle } from '@waraq/test-support/at-rest'
import { holdTransaction } from '@waraq/test-support/held-transaction'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { createBench, type Bench } from '../sync/bench.test-support.ts'
import { answerWithin } from './answer-within.ts'
import { WaraqDatabase } from './database.ts'
import { claimWriter } from './writer.ts'

async function advance(clock: VirtualClock, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) {
    await clock.advance(1_000)
    await settle()
  }
}

describe('an answer of the database', () => {
  it('is handed on, and so is its error; no timer stays behind', async () => {
    const clock = new VirtualClock()
    const signals: (AbortSignal | undefined)[] = []
    const watched = {
      ...systemClock,
      sleep: (ms: number, signal?: AbortSignal) => {
        signals.push(signal)
        return clock.sleep(ms, signal)
      },
    }
    expect(await answerWithin(watched, () => Promise.resolve(7))).toBe(7)
    await expect(answerWithin(watched, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, true])
  })
  it('that does not come within half a minute is an error that says what to do', async () => {
    const clock = new VirtualClock()
    const waiting = answerWithin(clock, () => new Promise(() => undefined)).catch((error: unknown) => error)
    await advance(clock, 31_000)
    expect(await waiting).toMatchObject({ code: 'storage_blocked', retryable: true })
  })
})

describe('behind a transaction that never ends', () => {
  let bench: Bench
  let release: () => void
  let clock: VirtualClock
  beforeEach(async () => {
    bench = createBench()
    await bench.engine.subscribe('translations:20')
    await bench.db.open()
    clock = new VirtualClock()
    release = holdTransaction(bench.db.backendDB(), ['meta', 'stagings', 'subscriptions'])
  })
  afterEach(async () => {
    release()
    await bench.close()
  })

  it('every call of the engine ends, and works again once that is gone', async () => {
    const engine = bench.newEngine({ clock })
    const problems: string[] = []
    engine.watch(
      () => undefined,
      ({ code }) => problems.push(code),
    )
    const calls = [engine.status(), engine.sync(), engine.subscribe('translations:131')].map((call) =>
      call.then(
        () => 'came',
        (error: { code: string }) => error.code,
      ),
    )
    await settle()
    await advance(clock, 40_000)
    expect(await Promise.all(calls)).toEqual(['storage_blocked', 'storage_blocked', 'storage_blocked'])
    expect(problems).toContain('storage_blocked')
    release()
    expect((await bench.engine.sync()).outcome).toBe('current')
  })
})

describe('a write that never begins', () => {
  it('ends after a minute, and counts as not done', async () => {
    const clock = new VirtualClock()
    const db = new WaraqDatabase({ name: 'held', indexedDB: new IDBFactory(), IDBKeyRange })
    const writer = await claimWriter(db, 'a', clock)
    const release = holdTransaction(db.backendDB(), ['meta'])
    const write = writer
      .write(['stagings'], () => db.stagings.put({ id: 1 }))
      .catch((error: unknown) => error)
    await advance(clock, 59_000)
    await advance(clock, 2_000)
    expect(await write).toMatchObject({ code: 'storage_blocked', retryable: true })
    release()
    db.close()
  })
})
