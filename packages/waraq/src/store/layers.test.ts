import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WaraqDatabase } from './database.ts'
import { isSameRef, layerIds, rowCount, storedSize } from './manifest.ts'
import { LayerCache, layerOf, layersFrom, presentKeys } from './layers.ts'
import { changes, openWriter, shown, storeManifest, storeDelta, verse } from './layers.test-support.ts'
import type { Writer } from './writer.ts'

/** A manifest and the deltas over it, as one. */

let db: WaraqDatabase
let writer: Writer
beforeEach(async () => void ({ db, writer } = await openWriter()))
afterEach(() => db.close())

const texts = async (ref: Parameters<typeof shown>[1]) =>
  Object.fromEntries([...(await shown(db, ref))].map(([key, data]) => [key, (data as { text: string }).text]))

describe('a delta', () => {
  it('lies over the manifest, and a later one over an earlier one', async () => {
    const base = await storeManifest(writer, [verse(1), verse(2)], [verse(3)])
    const once = await storeDelta(writer, base, changes(verse(2, 2, 'once'), verse(9), 3))
    expect(await texts(once)).toEqual({ 1: 'verse 1', 2: 'once', 9: 'verse 9' })
    const twice = await storeDelta(writer, once, changes(verse(3, 3, 'again'), verse(2, 2, 'twice'), 9, 1))
    expect(await texts(twice)).toEqual({ 2: 'twice', 3: 'again' })
    expect([rowCount([base]), rowCount([once]), rowCount([twice])]).toEqual([3, 3, 2])
    // The layers below have not changed.
    expect(await texts(once)).toEqual({ 1: 'verse 1', 2: 'once', 9: 'verse 9' })
  })
  it('may remove what only a delta had, and what was nowhere', async () => {
    const base = await storeManifest(writer, [verse(1)])
    const added = await storeDelta(writer, base, changes(verse(5)))
    const removed = await storeDelta(writer, added, changes(5, 7))
    expect(await texts(removed)).toEqual({ 1: 'verse 1' })
    expect(removed.deltas?.map(({ added, keys }) => [added, keys])).toEqual([
      [1, 1],
      [-1, 2],
    ])
  })
  it('shows a row that moved at its new place alone', async () => {
    const base = await storeManifest(writer, [verse(1), verse(2)])
    const moved = await storeDelta(writer, base, changes(verse(1, 200)))
    expect([...(await shown(db, moved)).values()]).toContainEqual(verse(1, 200).data)
    expect((await shown(db, moved)).size).toBe(2)
  })
  it('counts in what the resource is made of', async () => {
    const base = await storeManifest(writer, [verse(1)])
    const over = await storeDelta(writer, base, changes(verse(2)))
    expect(layerIds([over])).toEqual([base.id, over.deltas![0]!.id])
    expect(storedSize([over])).toBe(base.size + over.deltas![0]!.size)
    expect([isSameRef(base, base), isSameRef(over, over), isSameRef(base, over)]).toEqual([true, true, false])
    const other = { ...over, deltas: [{ ...over.deltas![0]!, digest: 1 }] }
    expect(isSameRef(over, other)).toBe(false)
  })
})

describe('which layer shows a row', () => {
  it('is told by the deltas alone', async () => {
    const base = await storeManifest(writer, [verse(1), verse(2)])
    const ref = await storeDelta(
      writer,
      await storeDelta(writer, base, changes(verse(1), 2)),
      changes(verse(1)),
    )
    const layers = await new LayerCache().get(db, ref)
    expect(['1', '2', '3'].map((key) => layerOf(layers, key))).toEqual([2, -1, 0])
    expect(layerOf(layersFrom([layers.all[0]]), '1')).toBe(0)
  })
  it('tells which keys have a row, without opening what the deltas decide', async () => {
    const base = await storeManifest(writer, [verse(1), verse(5)])
    const ref = await storeDelta(writer, base, changes(verse(7), 1))
    const layers = await new LayerCache().get(db, ref)
    const present = (...keys: string[]) => presentKeys(db, layers, keys)
    expect(await present('1', '3', '5', '7', '9')).toEqual(new Set(['5', '7']))
    await db.segments('translation').clear()
    expect(await present('1', '7')).toEqual(new Set(['7']))
  })
})

describe('layers that are kept', () => {
  it('are looked up once, as long as they are covered', async () => {
    const base = await storeManifest(writer, [verse(1)])
    const ref = await storeDelta(writer, base, changes(verse(2)))
    const cache = new LayerCache()
    expect([cache.kept(undefined), cache.kept(base), cache.kept(ref)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    const layers = await cache.get(db, ref)
    await db.manifests.clear()
    expect(await cache.get(db, ref)).toBe(layers)
    expect(cache.kept(ref)).toBe(layers)
    // Its manifest was read before, by itself.
    expect((await cache.get(db, base)).all).toEqual([layers.all[0]])
    // Another one of the same name, in a recreated database.
    await expect(cache.get(db, { ...base, digest: base.digest + 1 })).rejects.toMatchObject({
      manifest: base.id,
    })
  })
  it('need no manifest where the resource’s record holds what is in it', async () => {
    const base = await storeManifest(writer, [verse(1), verse(2)], [verse(3)])
    const [stored] = await db.manifests.toArray()
    await db.manifests.clear()
    expect((await new LayerCache().get(db, base)).all).toEqual([stored])
  })
  it.each([
    ['none', undefined],
    ['no JSON', '[['],
    ['no list', '{}'],
    ['no summary', '[[1, 2, 3]]'],
    ['null', '[null]'],
    ['another list', '[]'],
  ])('are read from the manifest where the record holds %s', async (_, segments) => {
    const { segments: _held, ...base } = await storeManifest(writer, [verse(1)])
    const ref = segments === undefined ? base : { ...base, segments }
    expect((await new LayerCache().get(db, ref)).all).toEqual(await db.manifests.toArray())
    await db.manifests.clear()
    await expect(new LayerCache().get(db, ref)).rejects.toMatchObject({ manifest: base.id })
  })
  it('are in the record only where they are few', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => [verse(index + 1)])
    expect((await storeManifest(writer, ...many(64))).segments).toBeDefined()
    const large = await storeManifest(writer, ...many(65))
    expect(large.segments).toBeUndefined()
    expect((await new LayerCache().get(db, large)).all[0].segments).toHaveLength(65)
  })
  it('are not read again for one delta more', async () => {
    const base = await storeManifest(writer, [verse(1)])
    const cache = new LayerCache()
    await cache.get(db, base)
    const ref = await storeDelta(writer, base, changes(verse(2)))
    await db.manifests.delete(base.id)
    expect((await cache.get(db, ref)).all).toHaveLength(2)
  })
  it.each([
    ['is missing', (id: string) => db.manifests.delete(id)],
    ['lost a segment', (id: string) => db.manifests.update(id, { segments: [] })],
    ['lost keys', (id: string) => db.manifests.update(id, { decides: '[[],[]]' })],
  ])('are damage where a delta %s', async (_, harm) => {
    const ref = await storeDelta(writer, await storeManifest(writer, [verse(1)]), changes(verse(2), 1))
    const delta = ref.deltas![0]!.id
    await harm(delta)
    await expect(new LayerCache().get(db, ref)).rejects.toMatchObject({
      name: 'DamageError',
      manifest: delta,
    })
  })
})
