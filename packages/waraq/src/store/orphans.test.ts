import { afterEach, describe, expect, it } from 'vitest'
import {
  createBench,
  readerRows,
  serviceRows,
  unreachableSegments,
  type Bench,
} from '../sync/bench.test-support.ts'
import { checkStore } from './check.ts'
import type { WaraqDatabase } from './database.ts'
import { Staging } from './stagings.ts'
import { deleteOrphans } from './orphans.ts'
import { packSegment } from './segment.ts'
import { claimWriter, type Writer } from './writer.ts'

/** Orphans of damage are deleted; what a manifest or a staging still owns is not. */

let bench: Bench
afterEach(() => bench.close())

const keys = ['translations:131', 'translations:20']

async function synced(): Promise<void> {
  bench = createBench()
  await bench.engine.subscribe('translations:20,131')
  await bench.engine.sync()
  await rested()
}

/** Resolves when the engine has tidied up after its last sync. */
async function rested(engine = bench.engine): Promise<void> {
  await engine.verify({ group: 'articles', id: 999 })
}

async function claim(db: WaraqDatabase): Promise<Writer> {
  return claimWriter(db, 'x')
}

async function collect(writer: Writer): Promise<void> {
  await deleteOrphans(writer, await checkStore(writer))
}

async function expectSame(): Promise<void> {
  for (const key of keys)
    expect([key, await readerRows(bench.store, key)]).toEqual([key, serviceRows(bench.sandbox, key)])
}

describe('without an owner', () => {
  it('are segments whose manifest was lost: the first sync of the next engine deletes them', async () => {
    await synced()
    const { db } = bench
    const lost = await db.segments('translation').toCollection().primaryKeys()
    await db.manifests.clear()
    const engine = bench.newEngine()
    expect((await engine.sync()).runs[0]).toMatchObject({ outcome: 'current', snapshots: 2 })
    await rested(engine)
    expect(await unreachableSegments(db)).toEqual([])
    expect(await db.segments('translation').bulkGet(lost)).toEqual(lost.map(() => undefined))
    await expectSame()
  })
  it('are manifests and segments whose resource was lost', async () => {
    await synced()
    const { db } = bench
    await db.resources.delete('translations:20')
    const engine = bench.newEngine()
    expect((await engine.sync()).outcome).toBe('current')
    await rested(engine)
    expect(await unreachableSegments(db)).toEqual([])
    expect(await db.manifests.count()).toBe(2)
    await expectSame()
  })
})

describe('not without an owner', () => {
  it('is anything of a healthy store', async () => {
    await synced()
    const { db } = bench
    const all = () => Promise.all(db.tables.map((table) => table.toArray()))
    const writer = await claim(db)
    const before = await all()
    await collect(writer)
    expect(await all()).toEqual(before)
  })
  it('is what a staging under way has written, with its manifest or still without', async () => {
    await synced()
    const { db } = bench
    const writer = await claim(db)
    const write = async () => {
      const staging = await Staging.begin(writer)
      const segment = packSegment(staging.nextSegmentId(), 'translation', [{ key: '1', data: { id: 1 } }])
      await staging.add('translation', segment)
      return { staging, segment }
    }
    const [finished, begun] = [await write(), await write()]
    const manifest = finished.staging.manifest('translations:7', 'translation', [finished.segment.summary])
    await finished.staging.finish([manifest])
    // A staging whose first batch was written, without its manifest.
    await begun.staging.finish([])
    await collect(writer)
    for (const { segment } of [finished, begun])
      expect(await db.segments('translation').get(segment.summary.id)).toBeDefined()
    expect(await db.manifests.get(manifest.id)).toBeDefined()
  })
  it('is a replaced manifest that still waits to be collected', async () => {
    await synced()
    const { db } = bench
    const { id } = (await db.manifests.toCollection().first())!
    await db.garbage.add({ manifest: id, successor: null })
    const resource = (await db.resources.toArray()).find(({ manifests }) =>
      manifests.some((ref) => ref.id === id),
    )!
    await db.resources.put({ ...resource, manifests: [] })
    await collect(await claim(db))
    expect(await db.manifests.get(id)).toBeDefined()
  })
})
