import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { createStorage, type StorageValue } from 'unstorage'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryStore } from './memory-store.ts'
import type { SharedStore } from './shared-store.ts'
import { storageStore, type KeyValueStorage } from './storage-store.ts'
import { keepsItsPromises } from './store-promises.test-support.ts'

describe.each<[string, () => SharedStore]>([
  ['memory', () => memoryStore(new VirtualClock())],
  ['a storage without steps of its own', () => storageStore(createStorage())],
])('%s', (_, make) => keepsItsPromises(make))

describe('a count in a storage without steps of its own', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
  afterEach(() => void vi.useRealTimers())

  /** A storage that notes the lifetimes, in seconds, of what is written. */
  function bench() {
    const storage = createStorage()
    const lifetimes: unknown[] = []
    const setItem: KeyValueStorage['setItem'] = (key, value, options) => {
      lifetimes.push(options?.ttl)
      return storage.setItem(key, value as StorageValue)
    }
    const store = storageStore({ ...(storage as KeyValueStorage), setItem })
    const add = async () => (await store.add(new Map([['limit:a', 1]]), 60_000))[0]
    return { add, lifetimes }
  }

  test('expires after its lifetime although it is added to all the time', async () => {
    const { add, lifetimes } = bench()
    const sums: unknown[] = []
    for (let second = 0; second <= 60; second += 15) {
      sums.push(await add())
      vi.advanceTimersByTime(15_000)
    }
    expect(sums).toEqual([1, 2, 3, 4, 1])
    expect(lifetimes).toEqual([60, 45, 30, 15, 60])
  })

  test('does not last longer because a clock was set back', async () => {
    const { add } = bench()
    await add()
    vi.setSystemTime(1_000_000 - 3_600_000)
    expect(await add()).toBe(1)
  })
})
