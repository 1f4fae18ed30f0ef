import { settle, VirtualClock } from '@waraq/test-support/virtual-clock'
import { describe, expect, test } from 'vitest'
import { memoryStore } from '../store/memory-store.ts'
import { resilientStore } from '../store/resilient-store.ts'
import { clientKey, limiter } from './limits.ts'
import type { Limits } from './options.ts'

test.each([
  ['1.2.3.4', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['[2001:db8::2]', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('the client of %s is %s', (address, key) => expect(clientKey(address)).toBe(key))

function bench(limits: Limits | false | undefined, isShared = false) {
  const clock = new VirtualClock(0)
  const store = isShared ? resilientStore(memoryStore(clock), clock, () => undefined) : undefined
  const processes = [limiter('token', limits, clock, store), limiter('token', limits, clock, store)]
  const ask = async (times: number, origin: string | null, address: string | undefined, process = 0) => {
    const reached = []
    for (let n = 0; n < times; n += 1) reached.push(processes[process]!(origin, { address })?.kind)
    return reached.filter((kind) => kind !== undefined)
  }
  return { clock, ask, processes }
}

describe('requests of a minute', () => {
  test.each<[string, Limits, string]>([
    ['one client', { perClient: 5 }, 'client'],
    ['one origin', { perOrigin: 5 }, 'origin'],
    ['all', { all: 5 }, 'all'],
  ])('of %s are counted', async (_, limits, kind) => {
    const { clock, ask, processes } = bench(limits)
    expect(await ask(5, 'https://a', '1.1.1.1')).toEqual([])
    await clock.advance(20_000)
    expect(processes[0]!('https://a', { address: '1.1.1.1' })).toEqual({ kind, retryAfterSeconds: 40 })
    await clock.advance(40_000)
    expect(await ask(5, 'https://a', '1.1.1.1')).toEqual([])
  })

  test('of one client do not use up what is there for others', async () => {
    const { ask } = bench({ perClient: 5, all: 20 })
    expect(await ask(1_000, 'https://a', '6.6.6.6')).toHaveLength(995)
    expect(await ask(5, 'https://a', '1.1.1.1')).toEqual([])
  })

  test('without an address count for origin and all alone', async () => {
    const { ask } = bench({ perClient: 1, all: 20 })
    expect(await ask(20, 'https://a', undefined)).toEqual([])
    expect(await ask(1, 'https://a', undefined)).toEqual(['all'])
  })

  test('of addresses without end need no memory without end: the last ones share a count', async () => {
    const { ask } = bench({ perClient: 2, perOrigin: Infinity, all: Infinity })
    for (let n = 0; n < 10_000; n += 1) await ask(1, null, `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)
    expect(await ask(1, null, '11.0.0.1')).toEqual([])
    expect(await ask(2, null, '11.0.0.2')).toEqual(['client'])
    expect(await ask(1, null, '10.0.0.1')).toEqual([])
  })

  test('have usual limits, or none at all', async () => {
    expect(await bench(undefined).ask(121, null, '1.1.1.1')).toEqual(['client'])
    expect(await bench(false).ask(20_000, null, '1.1.1.1')).toEqual([])
  })

  test('count over all processes that share a store, a moment later', async () => {
    const { clock, ask } = bench({ perClient: 6 }, true)
    expect(await ask(5, null, '1.1.1.1')).toEqual([])
    await clock.advance(250)
    expect(await ask(1, null, '1.1.1.1')).toEqual([])
    await settle()
    expect(await ask(1, null, '1.1.1.1', 1)).toEqual([])
    await settle()
    expect(await ask(1, null, '1.1.1.1', 1)).toEqual(['client'])
    expect(await ask(1, null, '1.1.1.2', 1)).toEqual([])
    await clock.advance(60_000)
    expect(await ask(6, null, '1.1.1.1', 1)).toEqual([])
  })

  test('are shared a few times a second, however many there are, and without any that waits', async () => {
    const clock = new VirtualClock()
    let shared = 0
    const hanging = { add: () => ((shared += 1), new Promise<never>(() => undefined)) } as never
    const reached = limiter(
      'token',
      {},
      clock,
      resilientStore(hanging, clock, () => undefined),
    )
    const kept: Promise<unknown>[] = []
    for (let n = 0; n < 100; n += 1) reached(null, { waitUntil: (work) => kept.push(work) })
    await settle()
    expect([shared, kept.length]).toEqual([1, 1])
    await clock.run(Promise.all(kept))
  })

  test('of one route use up nothing of another, with a store or without', async () => {
    const clock = new VirtualClock(0)
    const store = resilientStore(memoryStore(clock), clock, () => undefined)
    const [content, token] = (['content', 'token'] as const).map((route) =>
      limiter(route, { perClient: 100 }, clock, store),
    )
    for (let n = 0; n < 100; n += 1) content!(null, { address: '1.1.1.1' })
    await clock.advance(250)
    content!(null, { address: '1.1.1.1' })
    await settle()
    expect(token!(null, { address: '1.1.1.1' })).toBeUndefined()
    await settle()
    expect(token!(null, { address: '1.1.1.1' })).toBeUndefined()
  })
})
