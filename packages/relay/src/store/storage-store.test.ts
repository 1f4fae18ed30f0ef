/** The promises of a shared store, held against each kind of store. */
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { createStorage } from 'unstorage'
import { describe, expect, test } from 'vitest'
import { memoryStore } from './memory-store.ts'
import type { SharedStore } from './shared-store.ts'
import { storageStore } from './storage-store.ts'

describe.each<[string, () => SharedStore]>([
  ['memory', () => memoryStore(new VirtualClock())],
  ['a storage without steps of its own', () => storageStore(createStorage())],
])('%s', (_, make) => {
  test('gives back what was set, and nothing for what was not', async () => {
    const store = make()
    const value = { token: 'a', list: [1, null, 'b'] }
    await store.set('token:["https://issuer.example/oauth2/token","client"]', value, 60_000)
    expect(await store.get('token:["https://issuer.example/oauth2/token","client"]')).toEqual(value)
    expect(await store.get('token:other')).toBeUndefined()
    await store.remove('token:["https://issuer.example/oauth2/token","client"]')
    expect(await store.get('token:["https://issuer.example/oauth2/token","client"]')).toBeUndefined()
  })

  test('a claim has one owner, who alone can give it back', async () => {
    const store = make()
    expect(await store.claim('lock:a', 'one', 60_000)).toBe(true)
    expect(await store.claim('lock:a', 'two', 60_000)).toBe(false)
    expect(await store.claim('lock:b', 'two', 60_000)).toBe(true)
    await store.release('lock:a', 'two')
    expect(await store.claim('lock:a', 'two', 60_000)).toBe(false)
    await store.release('lock:a', 'one')
    expect(await store.claim('lock:a', 'two', 60_000)).toBe(true)
  })

  test('counts', async () => {
    const store = make()
    const add = (counts: Record<string, number>) => store.add(new Map(Object.entries(counts)), 60_000)
    expect([await add({ 'limit:a': 1 }), await add({ 'limit:a': 5 })]).toEqual([[1], [6]])
    expect(await add({ 'limit:b': 2, 'limit:a': 1 })).toEqual([2, 7])
  })
})
