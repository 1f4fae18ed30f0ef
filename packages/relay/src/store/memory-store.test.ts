import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { expect, test } from 'vitest'
import { memoryStore } from './memory-store.ts'

test('keeps each key for its time', async () => {
  const clock = new VirtualClock()
  const store = memoryStore(clock)
  await store.set('a', { b: 1 }, 1_000)
  await clock.advance(999)
  expect(await store.get('a')).toEqual({ b: 1 })
  await clock.advance(1)
  expect(await store.get('a')).toBeUndefined()
  await store.set('a', 2, 1_000)
  await store.remove('a')
  expect(await store.get('a')).toBeUndefined()
})

test('has room for so many keys; the oldest make room', async () => {
  const store = memoryStore(new VirtualClock(), 2)
  for (const key of ['a', 'b', 'c']) await store.set(key, key, 1_000)
  expect([await store.get('a'), await store.get('b'), await store.get('c')]).toEqual([undefined, 'b', 'c'])
})

test('counts push out no value', async () => {
  const store = memoryStore(new VirtualClock(), 2)
  await store.set('token', 'a', 1_000)
  await store.add(new Map(['b', 'c', 'd'].map((key) => [key, 1])), 1_000)
  expect([await store.get('token'), await store.add(new Map([['d', 1]]), 1_000)]).toEqual(['a', [2]])
})
