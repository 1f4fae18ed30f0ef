import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FakeCaches } from './fake-caches.test-support.ts'
import { FileCache } from './file-cache.ts'

const bytes = (...values: number[]) => Uint8Array.from(values)
const head = { contentType: 'audio/mpeg', bytes: 9, version: '"1"' }
const key = 'https://static.example/a b?c=ü#d'
const none = { parts: 0, bytes: 0 }

let caches: FakeCaches
let cache: FileCache
beforeEach(() => {
  caches = new FakeCaches()
  cache = new FileCache(caches.storage, 'waraq:x:recordings:recitations:1', 'recordings')
})
afterEach(() => cache.delete())

describe('a cache of files', () => {
  it('is made by the first file, not by reading', async () => {
    expect((await cache.files()).size).toBe(0)
    expect(await cache.read(key)).toBeUndefined()
    expect(await cache.headOfParts(key)).toBeUndefined()
    expect(caches.all.size).toBe(0)
    await cache.putLast(key, bytes(1), 'audio/mpeg', none)
    expect(caches.all.size).toBe(1)
  })

  it('gives a file of any key back with its type, and its length without reading it', async () => {
    await cache.putLast(key, bytes(1, 2, 3), 'audio/mpeg', none)
    const blob = (await cache.read(key))!
    expect([blob.type, [...new Uint8Array(await blob.arrayBuffer())]]).toEqual(['audio/mpeg', [1, 2, 3]])
    const [[found, file]] = [...(await cache.files())] as [[string, object]]
    expect([found, file]).toEqual([key, { bytes: 3, parts: [], entries: [expect.any(String)] }])
  })

  it('joins parts, once the last one is there', async () => {
    await cache.putPart(key, 0, bytes(1, 2), head)
    await cache.putPart(key, 1, bytes(3), head)
    expect(await cache.read(key)).toBeUndefined()
    expect((await cache.files()).get(key)).toMatchObject({ bytes: undefined, parts: [2, 1] })
    expect(await cache.headOfParts(key)).toEqual(head)
    await cache.putLast(key, bytes(4), 'audio/mpeg', { parts: 2, bytes: 3 })
    expect([...new Uint8Array(await (await cache.read(key))!.arrayBuffer())]).toEqual([1, 2, 3, 4])
    expect((await cache.files()).get(key)).toMatchObject({ bytes: 4, parts: [2, 1] })
  })

  it('counts no part after a gap, and deletes it all the same', async () => {
    await cache.putPart(key, 0, bytes(1), head)
    await cache.putPart(key, 2, bytes(3), head)
    const { parts, entries } = (await cache.files()).get(key)!
    expect([parts, entries.length]).toEqual([[1], 2])
    await cache.remove(entries)
    expect((await cache.files()).size).toBe(0)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['lost a part', () => cache.remove(cache.partsOf(key, 1))],
    ['has a shorter part', () => cache.putPart(key, 0, bytes(), head)],
  ])('gives no file that %s', async (_, damage) => {
    await cache.putPart(key, 0, bytes(1, 2), head)
    await cache.putLast(key, bytes(3), 'audio/mpeg', { parts: 1, bytes: 2 })
    await damage()
    await expect(cache.read(key)).rejects.toThrow()
  })

  it('says nothing that its answer did not say', async () => {
    await cache.putPart(key, 0, bytes(1), { contentType: null, bytes: null, version: null })
    expect(await cache.headOfParts(key)).toMatchObject({ bytes: null, version: null })
  })
})
