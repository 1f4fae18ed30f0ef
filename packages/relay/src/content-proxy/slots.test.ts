import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { describe, expect, test } from 'vitest'
import { createSlots, type MostConcurrent, type Slot } from './slots.ts'

function bench(most?: MostConcurrent) {
  const clock = new VirtualClock()
  const takeSlot = createSlots(most, clock)
  /** Names of the answers that gave way. */
  const preempted: string[] = []
  const slots = new Map<string, Slot>()
  /** Whether the answer of this name gets a slot. */
  const take = (address: string | undefined, name = `${address} ${slots.size}`): boolean => {
    const slot = takeSlot(address, () => preempted.push(name))
    if (slot) slots.set(name, slot)
    return slot !== undefined
  }
  const times = (count: number, addressAt: (n: number) => string | undefined) =>
    Array.from({ length: count }, (_, n) => take(addressAt(n))).filter((got) => got).length
  /** All answers so far wait for their callers. */
  const stand = () => slots.forEach(({ throughput }) => throughput.offers(64_000))
  return { clock, take, times, stand, slots, preempted }
}

test('as many as there are for a client, whose IPv6 network counts as one, and each comes back', () => {
  const { take, slots } = bench({ all: 10, perClient: 2 })
  expect([take('2001:db8::1', 'first'), take('2001:db8::2'), take('2001:db8::3')]).toEqual([
    true,
    true,
    false,
  ])
  expect([take('203.0.113.1'), take('2001:db8:0:1::1')]).toEqual([true, true])
  slots.get('first')!.release()
  expect([take('2001:db8::3'), take('2001:db8::3')]).toEqual([true, false])
})

test('one that gave way is given back once, though its answer ends later', () => {
  const { take, slots, preempted } = bench({ all: 3, perClient: 3 })
  expect(['a1', 'a2', 'a3'].map((name) => take('203.0.113.1', name))).toEqual([true, true, true])
  expect([take('203.0.113.2', 'b1'), preempted]).toEqual([true, ['a1']])
  slots.get('a1')!.release()
  // Two of one client and one of another: the first has its share, so nothing is free for it.
  expect([take('203.0.113.1'), preempted]).toEqual([false, ['a1']])
  for (const slot of slots.values()) slot.release()
  expect(['c1', 'c2', 'c3', 'c4'].map((name) => take('203.0.113.1', name))).toEqual([true, true, true, false])
})

test('as many as there are in all, of clients known and unknown', () => {
  const { take, slots } = bench({ all: 3, perClient: 2 })
  expect([take(undefined), take(undefined), take(undefined)]).toEqual([true, true, true])
  expect([take(undefined), take('203.0.113.1')]).toEqual([false, false])
  for (const slot of slots.values()) slot.release()
  expect([take('203.0.113.1'), take('203.0.113.2'), take(undefined), take(undefined)]).toEqual([
    true,
    true,
    true,
    false,
  ])
})

test('500 and 16 without a word', () => {
  const { take, times, preempted } = bench()
  expect([times(17, () => '203.0.113.1'), times(484, () => undefined), preempted]).toEqual([16, 484, []])
  expect([take(undefined), preempted.length]).toEqual([true, 1])
})

describe('where all are taken', () => {
  const sites: [string, (n: number) => string][] = [
    ['32 addresses with 16 answers each', (n) => `10.0.0.${n % 32}`],
    ['a /48 of IPv6 with an answer for each /64', (n) => `2001:db8:1:${n.toString(16)}::1`],
  ]
  test.each(sites)('a client with less than its share gets one at once: %s', (_, attackerAt) => {
    const { times, preempted } = bench()
    expect(times(512, attackerAt)).toBe(500)
    // A reader of its own, a phone, and one that wants four.
    expect(times(6, (n) => ['203.0.113.1', '2a00::1'][n] ?? '203.0.113.2')).toBe(6)
    expect(preempted).toHaveLength(6)
    expect(preempted.every((name) => name.startsWith(attackerAt(0).slice(0, 7)))).toBe(true)
  })

  test('it is the slowest answer of the clients with most that gives way', async () => {
    const { clock, take, slots, preempted } = bench({ all: 6 })
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2'])
      take(name.startsWith('a') ? '10.0.0.1' : '10.0.0.2', name)
    slots.get('b1')!.throughput.offers(1)
    await clock.advance(5_000)
    slots.get('a2')!.throughput.offers(1)
    await clock.advance(1_000)
    slots.get('a3')!.throughput.offers(1)
    expect([take('10.0.0.3', 'c1'), take('10.0.0.4', 'd1')]).toEqual([true, true])
    expect(preempted).toEqual(['a2'])
    // Now two clients have two answers each.
    expect(take('10.0.0.5', 'e1')).toBe(true)
    expect(preempted).toEqual(['a2', 'b1'])
    expect(take('10.0.0.5', 'e2')).toBe(false)
  })

  test('a client with its share gets none, and no one gives way for the other answers of the same /48', async () => {
    const { clock, take, times, stand, preempted } = bench({ all: 4, perClient: 4 })
    expect(times(4, (n) => `2001:db8:${n % 2}:${n}::1`)).toBe(4)
    stand()
    await clock.advance(60_000)
    expect([take('2001:db8:0:9::1'), take('2001:db8:1:9::1'), preempted]).toEqual([false, false, []])
  })

  test.each<[string, (n: number) => string | undefined]>([
    ['500 addresses', (n) => `10.0.${n >> 8}.${n & 255}`],
    ['callers without an address', () => undefined],
  ])('with one for each of %s: the slowest gives way, if it is slow', async (_, attackerAt) => {
    const { clock, take, times, stand, slots, preempted } = bench()
    expect(times(499, attackerAt)).toBe(499)
    expect(take('203.0.113.1', 'reader')).toBe(true)
    stand()
    await clock.advance(9_999)
    expect([take('203.0.113.2'), preempted]).toEqual([false, []])
    slots.get('reader')!.throughput.isTaken()
    await clock.advance(1)
    expect(times(499, (n) => `203.0.${114 + (n >> 8)}.${n & 255}`)).toBe(499)
    expect([preempted.length, preempted.includes('reader')]).toEqual([499, false])
    expect(take('203.0.113.3')).toBe(false)
  })
})
