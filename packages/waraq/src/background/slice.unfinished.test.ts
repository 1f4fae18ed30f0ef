import { systemClock, type Clock } from '../client/clock.ts'
import { afterEach, describe, expect, it } from 'vitest'
import type { Bench } from '../sync/bench.test-support.ts'
import { fakeLocks } from '@waraq/test-support/locks'
import { readWriter } from '../store/writer.ts'
import { createWorld, expectEverything, filter, relay, type World } from './world.test-support.ts'

let bench: Bench
afterEach(() => bench.close())

function world(...given: Parameters<typeof createWorld>): World {
  const made = createWorld(...given)
  bench = made.bench
  return made
}

/** A clock whose sleeps of this length last until `end` is called. All other timers are real. */
function clockWithNap(ms: number): Clock & { end(): void } {
  let end = (): void => undefined
  return {
    ...systemClock,
    sleep: (asked, signal) =>
      asked !== ms
        ? systemClock.sleep(asked, signal)
        : new Promise((resolve, reject) => {
            end = resolve
            signal?.addEventListener('abort', () => reject(signal.reason as Error))
          }),
    end: () => end(),
  }
}

describe('a slice that cannot finish', () => {
  it('is rejected, so that the browser tries again, but for the last time', async () => {
    const { fire, sync } = world()
    await bench.engine.subscribe(filter)
    const broken = bench.sandbox.fault({
      match: { path: 'sync' },
      times: Infinity,
      effect: { networkError: true },
    })
    expect(await fire()).toBe('rejected')
    expect(await fire({ type: 'periodicsync' })).toBe('rejected')
    expect(await fire({ lastChance: true })).toBe('resolved')
    expect(await sync.run()).toBe('retry')
    broken.remove()
    expect(await fire()).toBe('resolved')
    await expectEverything(bench)
  })

  it('leaves to the page what trying again does not help', async () => {
    const { fire } = world()
    await bench.engine.subscribe(filter)
    bench.sandbox.fault({ times: Infinity, effect: { status: 403 } })
    expect(await fire()).toBe('resolved')
  })

  it('of an older version than the page leaves its database alone', async () => {
    const { fire, tokens } = world()
    await bench.engine.subscribe(filter)
    const writer = await readWriter(bench.db)
    await bench.db.meta.put({ ...writer, format: writer.format + 1 })
    expect(await fire()).toBe('resolved')
    expect(await readWriter(bench.db)).toEqual({ ...writer, format: writer.format + 1 })
    expect(tokens()).toBe(0)
  })

  it('does not ask a service that wants to be left alone', async () => {
    const { fire, sync } = world()
    await bench.engine.subscribe(filter)
    bench.sandbox.fault({ effect: { status: 429, headers: { 'retry-after': '3600' } } })
    expect(await fire()).toBe('rejected')
    const before = bench.requests().length
    expect(await sync.run()).toBe('retry')
    expect(bench.requests()).toHaveLength(before)
  })

  it('gives up waiting while another tab writes, and asks for nothing', async () => {
    const held: Pick<LockManager, 'request'> = {
      request: ((_name: string, { signal }: LockOptions) =>
        new Promise((_, reject) => {
          const giveUp = () => reject(signal!.reason as Error)
          if (signal?.aborted) giveUp()
          signal?.addEventListener('abort', giveUp)
        })) as LockManager['request'],
    }
    const { fire, sync, tokens } = world({ locks: held, sliceMs: 20 })
    await bench.engine.subscribe(filter)
    expect(await fire()).toBe('resolved')
    expect(await sync.run()).toBe('busy')
    expect(tokens()).toBe(0)
    expect(bench.requests()).toEqual([])
  })

  it('has its whole time for the work, however long it waited before', async () => {
    const clock = clockWithNap(12_345)
    const send: typeof fetch = async (input, init) => {
      // The run has begun: the end of the wait for the writer's lock must not end it.
      if (String(input) !== relay) clock.end()
      return answer(input, init)
    }
    const { fire, answer } = world({ sliceMs: 12_345, clock, fetch: send })
    await bench.engine.subscribe(filter)
    expect(await fire()).toBe('resolved')
    await expectEverything(bench)
  })

  it('ends before the browser ends it, also where an answer never comes', async () => {
    const clock = clockWithNap(170_000)
    const { fire, sync } = world({ clock })
    await bench.engine.subscribe(filter)
    const hang = { match: { path: 'snapshot', id: 33 }, effect: { hang: true } } as const
    const untilHung = async (fault: { readonly fired: number }): Promise<void> => {
      while (fault.fired === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    }
    const first = bench.sandbox.fault(hang)
    const event = fire()
    await untilHung(first)
    clock.end()
    expect(await event).toBe('rejected')
    const second = bench.sandbox.fault(hang)
    const slice = sync.run()
    await untilHung(second)
    clock.end()
    expect(await slice).toBe('retry')
    expect(await fire()).toBe('resolved')
    await expectEverything(bench)
  })

  it('does not ask again for what another tab brought while it waited', async () => {
    const shared = fakeLocks()
    let asked = 0
    const locks = {
      request: (...request: Parameters<typeof shared.request>) => {
        asked++
        return shared.request(...request)
      },
    } as typeof shared
    const { fire } = world({ locks })
    await bench.engine.subscribe(filter)
    let event: Promise<unknown> | undefined
    const tab = bench.newEngine({
      locks,
      fetch: async (input, init) => {
        // The browser fires the event while the tab is writing.
        event ??= fire()
        while (asked < 2) await new Promise((resolve) => setTimeout(resolve, 1))
        return bench.sandbox.fetch(new Request(input, init))
      },
    })
    expect((await tab.sync()).outcome).toBe('current')
    expect(await event).toBe('resolved')
    expect([...bench.requests()].sort()).toEqual([
      'sync',
      'translations:131',
      'translations:20',
      'translations:33',
      'translations:45',
    ])
  })

  it('tells the browser of wrong options', async () => {
    expect(() => world({ sliceMs: 0 })).toThrow(expect.objectContaining({ code: 'invalid_option' }))
    await bench.close()
    const { fire } = world({ contentRoot: 'http://example.org/content' })
    await bench.engine.subscribe(filter)
    expect(await fire({ lastChance: true })).toBe('rejected')
  })
})
