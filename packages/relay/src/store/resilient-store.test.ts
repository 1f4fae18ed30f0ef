import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { expect, test } from 'vitest'
import type { RelayLogEntry } from '../events/log.ts'
import { memoryStore } from './memory-store.ts'
import { resilientStore } from './resilient-store.ts'
import type { SharedStore } from './shared-store.ts'

function bench(change: Partial<SharedStore> = {}) {
  const clock = new VirtualClock()
  const log: RelayLogEntry[] = []
  const store = resilientStore({ ...memoryStore(clock), ...change }, clock, (entry) => log.push(entry))
  return { clock, log, store }
}

test('a store that works is as it is', async () => {
  const { store, log } = bench()
  await store.set('a', 1, 1_000)
  expect([
    await store.get('a'),
    await store.swap('b', undefined, 'x', 1_000),
    await store.add(new Map([['c', 1]]), 1_000),
  ]).toEqual([1, true, [1]])
  await store.remove('a')
  expect([await store.get('a'), log]).toEqual([undefined, []])
})

test('a store that hangs has half a second, and is not asked for two', async () => {
  let asked = 0
  const { store, clock, log } = bench({
    get: () => {
      asked += 1
      return new Promise(() => undefined)
    },
  })
  expect(await clock.run(store.get('a'))).toBeUndefined()
  expect([clock.monotonic(), asked]).toEqual([500, 1])
  for (let n = 0; n < 100; n += 1) expect(await store.get('a')).toBeUndefined()
  expect([clock.monotonic(), asked, log]).toEqual([500, 1, [{ event: 'store_failed' }]])
  await clock.advance(2_000)
  await clock.run(store.get('a'))
  expect(asked).toBe(2)
})

test.each<[string, Partial<SharedStore>, (store: ReturnType<typeof resilientStore>) => Promise<unknown>]>([
  ['fails', { get: () => Promise.reject(new Error('gone')) }, (store) => store.get('a')],
  [
    'throws',
    {
      set: () => {
        throw new Error('gone')
      },
    },
    (store) => store.set('a', 1, 1),
  ],
  [
    'answers a swap with a text',
    { swap: async () => 'OK' as unknown as boolean },
    (store) => store.swap('a', undefined, 'x', 1),
  ],
  ['counts to nothing', { add: async () => [NaN] }, (store) => store.add(new Map([['a', 1]]), 1)],
  [
    'counts one of two',
    { add: async () => [1] },
    (store) =>
      store.add(
        new Map([
          ['a', 1],
          ['b', 1],
        ]),
        1,
      ),
  ],
  ['counts backwards', { add: async () => [-1] }, (store) => store.add(new Map([['a', 1]]), 1)],
])('a store that %s answers nothing', async (_, change, ask) => {
  const { store, log } = bench(change)
  expect(await ask(store)).toBeUndefined()
  expect(log).toEqual([{ event: 'store_failed' }])
})
