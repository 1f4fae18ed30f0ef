import { seeded } from '@waraq/test-support/random'
import { isDeep } from '@waraq/test-support/runs'
import { settle } from '@waraq/test-support/at-rest'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { describe, expect, test } from 'vitest'
import { memoryStore } from '../store/memory-store.ts'
import { resilientStore } from '../store/resilient-store.ts'
import { attackers, manyClients, drawnFrom } from './many-clients.test-support.ts'
import { limiter } from './limits.ts'
import type { Limits } from './options.ts'

const ipv4At = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`

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

  test('that are refused are not counted: a client that asks on uses up nothing of its network or of all', async () => {
    const { ask } = bench({ perClient: 2, perOrigin: 200, all: 200 })
    expect(await ask(1_000, null, '2001:db8::1')).toHaveLength(998)
    for (let n = 1; n < 32; n += 1) expect(await ask(2, null, `2001:db8:0:${n}00::1`)).toEqual([])
    expect(await ask(1_000, null, '2001:db8:0:ff00::1')).toHaveLength(1_000)
    // All but the 64 of this network.
    expect(await ask(137, null, undefined)).toEqual(['origin'])
  })

  test('that are the first two of a client have the last quarter of what an origin has', async () => {
    const limits = { perClient: 10, perOrigin: 1_000, all: 2_000 }
    const { ask } = bench(limits)
    for (let n = 0; n < 75; n += 1) expect(await ask(10, 'https://a', ipv4At(n))).toEqual([])
    expect(await ask(1, 'https://a', ipv4At(0))).toEqual(['client'])
    expect(await ask(3, 'https://a', ipv4At(75))).toEqual(['origin'])
    expect(await ask(3, 'https://a', '2001:db8::1')).toEqual(['origin'])
    // Of another origin there is more.
    expect(await ask(10, 'https://b', ipv4At(75))).toEqual(Array.from({ length: 2 }, () => 'client'))
    // Where few clients may use it up, they may.
    expect(await bench({ ...limits, perOrigin: 999 }).ask(10, 'https://a', ipv4At(0))).toEqual([])
  })

  test('have usual limits, or none at all', async () => {
    expect(await bench(undefined).ask(121, null, '1.1.1.1')).toEqual(['client'])
    expect(await bench(false).ask(20_000, null, '1.1.1.1')).toEqual([])
  })

  test('are shared for clients that near their limit, and for as many as is bearable', async () => {
    const clock = new VirtualClock(0)
    const shared: number[] = []
    const add = async (amounts: ReadonlyMap<string, number>) => {
      shared.push(amounts.size)
      return [...amounts.values()]
    }
    const store = resilientStore({ add } as never, clock, () => undefined)
    const reached = limiter('token', { perClient: 80 }, clock, store)
    const askAll = async (clients: number, times: number) => {
      for (let n = 0; n < clients * times; n += 1)
        reached(null, { address: `10.1.${(n % clients) >> 8}.${n & 255}` })
      await clock.advance(250)
      reached(null, {})
      await settle()
      return shared.at(-1)
    }
    // Of the origin and of all, which are always shared.
    expect([await askAll(256, 9), await askAll(1, 1), await askAll(1, 1)]).toEqual([2, 3, 3])
    await clock.advance(60_000)
    expect(await askAll(1_024, 16)).toBe(1_026)
    const many = limiter('token', { perClient: 16, perOrigin: Infinity, all: Infinity }, clock, store)
    for (let n = 0; n < 60_000; n += 1) many(null, { address: ipv4At(n >> 2) })
    await clock.advance(250)
    many(null, { address: '192.0.2.1' })
    await settle()
    expect(shared.at(-1)).toBe(10_000)
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

describe('callers of one address who come again when they are told to', () => {
  /** Of 1,000 that come in one second: when each is served, the refusals, and the most in one second after the first minute. */
  async function school(processes: number) {
    const clock = new VirtualClock(0)
    const store = processes > 1 ? resilientStore(memoryStore(clock), clock, () => undefined) : undefined
    const fleet = Array.from({ length: processes }, () => limiter('token', {}, clock, store))
    const inSecond = new Map([[10, 1_000]])
    const reported = { refused: 0, served: 0, last: 0, busiest: 0 }
    for (let second = 10; reported.served < 1_000 && second < 3_600; second += 1) {
      await clock.advance(second * 1_000 - clock.elapsed)
      const asking = inSecond.get(second) ?? 0
      if (second >= 60) reported.busiest = Math.max(reported.busiest, asking)
      for (let n = 0; n < asking; n += 1) {
        const limit = fleet[n % processes]!('https://a', { address: '192.0.2.1' })
        if (!limit) {
          reported.served += 1
          reported.last = second
          continue
        }
        reported.refused += 1
        const again = second + limit.retryAfterSeconds
        inSecond.set(again, (inSecond.get(again) ?? 0) + 1)
      }
      await settle()
    }
    return reported
  }

  test('come as fast as the limit allows, and not in vain', async () => {
    // 880 fill seven minutes and a third. The longest wait is five minutes, so some are told a time that others have.
    expect(await school(1)).toEqual({ refused: 1_479, served: 1_000, last: 499, busiest: 4 })
  })

  test('do so, too, where several processes count together', async () => {
    const { served, refused, last, busiest } = await school(10)
    expect([served, refused < 2_000, last < 700, busiest < 20]).toEqual([1_000, true, true, true])
  })

  test('are told a time of the next minute, if they are the first', async () => {
    const { clock, processes } = bench({ perClient: 60 })
    const ask = () => processes[0]!(null, { address: '192.0.2.1' })?.retryAfterSeconds
    const reported = Array.from({ length: 64 }, ask).slice(60)
    expect(reported).toEqual([60, 61, 62, 63])
    await clock.advance(61_000)
    // The next minute has room for the four, so it is full only after its own sixty.
    expect(Array.from({ length: 61 }, ask).at(-1)).toBe(59)
  })

  test('without a count of their own wait for the end of the minute', () => {
    const { processes } = bench({ perClient: 0 })
    const ask = () => processes[0]!(null, { address: '192.0.2.1' })?.retryAfterSeconds
    expect([ask(), ask()]).toEqual([60, 60])
  })
})

describe('one network of IPv6', () => {
  /** How many of the requests pass that come from as many addresses of a network. */
  async function passed(addressAt: (n: number) => string, limits: Limits): Promise<number> {
    const { ask } = bench(limits)
    let passes = 0
    for (let n = 0; n < 1_000; n += 1) passes += (await ask(1, null, addressAt(n))).length === 0 ? 1 : 0
    return passes
  }
  const hex = (n: number) => n.toString(16)

  test.each<[string, (n: number) => string, number]>([
    ['a /64 is one client', (n) => `2001:db8:1:2::${hex(n)}`, 10],
    ['a /56 counts for 4', (n) => `2001:db8:1:${hex(n % 256)}::${hex(n)}`, 40],
    ['a /48 counts for 32', (n) => `2001:db8:1:${hex(n * 61)}::1`, 320],
    ['a /32 has half of all', (n) => `2001:db8:${hex(n)}::1`, 450],
    ['addresses of several /32 are others', (n) => `2001:${hex(n)}::1`, 900],
    ['neighbours in IPv4 are others', (n) => `10.0.${n >> 8}.${n & 255}`, 900],
  ])('%s', async (_, addressAt, most) => {
    expect(await passed(addressAt, { perClient: 10, perOrigin: 900, all: 1_000 })).toBe(most)
  })

  test('without limits of origin and all no half of them', async () => {
    const limits = { perClient: 10, perOrigin: Infinity, all: Infinity }
    expect(await passed((n) => `2001:db8:${hex(n)}::1`, limits)).toBe(1_000)
  })
})

describe('many clients', () => {
  test('of 14,000 readers is served by default, also beside an attacker with a /48, a /32 or 10,000 addresses of IPv4', () => {
    const refusedOf = (readers: number, attack?: (n: number) => string) => {
      const { readersRefused } = manyClients({
        limits: undefined,
        readers,
        isWeighed: false,
        ...(attack && { attack, attacks: 70_000 }),
      })
      return readersRefused
    }
    expect([refusedOf(14_000), refusedOf(500, attackers['10,000 addresses of IPv4'])]).toEqual([0, 0])
    if (!isDeep) return
    expect([
      refusedOf(500, attackers['a /48 of IPv6']),
      refusedOf(14_000, attackers['a /48 of IPv6']),
      refusedOf(14_000, attackers['a /32 of IPv6']),
      refusedOf(14_000, attackers['10,000 addresses of IPv4']),
    ]).toEqual([0, 0, 0, 0])
  })

  /** `pnpm test:deep properties` has a million readers in each, `pnpm test` a fortieth, or a twentieth where memory counts. */
  const share = isDeep ? 1 : 1 / 40
  const large = { perOrigin: 4_400_000, all: 4_400_000 }
  const beside = {
    limits: large,
    readers: 1_000_000 * share,
    offices: 2_000 * share,
    attacks: 2_000_000 * share,
    isWeighed: false,
  }
  const noneRefused = { readersRefused: 0, officesRefused: 0 }

  test('of a million takes little memory, and no reader is refused', () => {
    const { heapBytes, bufferBytes, ...reported } = manyClients({
      limits: large,
      readers: 1_000_000 * (isDeep ? 1 : 1 / 20),
    })
    expect(reported).toMatchObject({ ...noneRefused, attacksPassed: 0 })
    expect(bufferBytes).toBeLessThan(3_000_000)
    // Others of this process may leave or free some.
    expect(heapBytes).toBeLessThan(20_000_000)
  })

  test.each<[string, (n: number) => string, Limits, number, number]>([
    ['a /48', attackers['a /48 of IPv6'], large, 3_840, 3_860],
    [
      'a /32',
      attackers['a /32 of IPv6'],
      { perOrigin: 4_400_000 * share, all: 4_400_000 * share },
      0,
      2_000_000 * share,
    ],
    ['10,000 addresses of IPv4', attackers['10,000 addresses of IPv4'], large, 1_200_000 * share, 1_300_000],
  ])('beside an attacker with %s: none is refused', (_, attack, limits, least, most) => {
    const { attacksPassed, ...reported } = manyClients({ ...beside, limits, attack })
    expect(reported).toMatchObject(noneRefused)
    expect(attacksPassed).toBeGreaterThanOrEqual(least)
    expect(attacksPassed).toBeLessThanOrEqual(most)
  })

  test.each(isDeep ? [1, 2] : [2])('that the sketch cannot tell apart is not refused (seed %i)', (seed) => {
    const limits = { perClient: 2, perOrigin: Infinity, all: Infinity }
    const reached = limiter('token', limits, new VirtualClock(0), undefined, drawnFrom(seeded(seed)))
    let refused = 0
    for (let n = 0; n < 200_000; n += 1) if (reached(null, { address: ipv4At(n) })) refused += 1
    expect(refused).toBe(0)
  })

  test('that has used up the exact counts leaves the limits of others as they are', () => {
    const clock = new VirtualClock(0)
    const limits = { perClient: 20, perOrigin: Infinity, all: Infinity }
    const reached = limiter('token', limits, clock, undefined, drawnFrom(seeded(1)))
    const passes = (address: string, times: number) => {
      let passed = 0
      for (let n = 0; n < times; n += 1) passed += reached(null, { address }) ? 0 : 1
      return passed
    }
    for (let n = 0; n < 12_000; n += 1) passes(ipv4At(n), 5)
    const others = Array.from({ length: 500 }, (_, n) => passes(ipv4At(100_000 + n), 100))
    expect(Math.min(...others)).toBeGreaterThanOrEqual(18)
    expect(Math.max(...others)).toBeLessThanOrEqual(22)
  })
})
