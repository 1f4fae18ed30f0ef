import { expect, test } from 'vitest'
import type { SharedStore } from './shared-store.ts'

/** The promises of a shared store, held against each kind of store. `make` gives an empty one. */
export function keepsItsPromises(make: () => SharedStore | Promise<SharedStore>): void {
  test('gives back what was set, and nothing for what was not', async () => {
    const store = await make()
    const value = { token: 'a', list: [1, null, 'b'] }
    await store.set('token:["https://issuer.example/oauth2/token","client"]', value, 60_000)
    expect(await store.get('token:["https://issuer.example/oauth2/token","client"]')).toEqual(value)
    expect(await store.get('token:other')).toBeUndefined()
    await store.remove('token:["https://issuer.example/oauth2/token","client"]')
    expect(await store.get('token:["https://issuer.example/oauth2/token","client"]')).toBeUndefined()
  })

  test('swaps a value for another only in the place of the one that was seen', async () => {
    const store = await make()
    const swap = (before: string | undefined, after: string | undefined) =>
      store.swap('session:a', before, after, 60_000)
    expect([await swap('one', 'two'), await store.get('session:a')]).toEqual([false, undefined])
    expect([await swap(undefined, 'one'), await store.get('session:a')]).toEqual([true, 'one'])
    expect([await swap(undefined, 'two'), await swap('two', undefined)]).toEqual([false, false])
    expect([await swap('one', 'two'), await store.get('session:a')]).toEqual([true, 'two'])
    expect([await swap('two', undefined), await store.get('session:a')]).toEqual([true, undefined])
    await store.set('session:a', 'set', 60_000)
    expect(await swap('set', 'swapped')).toBe(true)
    expect(await store.swap('session:b', undefined, 'b', 60_000)).toBe(true)
  })

  test('counts', async () => {
    const store = await make()
    const add = (counts: Record<string, number>) => store.add(new Map(Object.entries(counts)), 60_000)
    expect([await add({ 'limit:a': 1 }), await add({ 'limit:a': 5 })]).toEqual([[1], [6]])
    expect(await add({ 'limit:b': 2, 'limit:a': 1 })).toEqual([2, 7])
  })
}
