import { restoredError } from '@waraq/protocol'
import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { refuse } from './storage-faults.test-support.ts'
import { segmentId, WaraqDatabase } from './database.ts'
import { manifestRef } from './manifest.ts'
import { Staging, segmentsPerWrite as slices } from './stagings.ts'
import { partialFrom, partialStaging } from './partial.ts'
import { collectGarbage } from './garbage.ts'
import { loadSegments } from './load.ts'
import { packSegment } from './segment.ts'
import { claimWriter, type Writer } from './writer.ts'
import { resourceRecord } from './layers.test-support.ts'

let db: WaraqDatabase
let writer: Writer
beforeEach(async () => {
  db = new WaraqDatabase({ name: 'stagings', indexedDB: new IDBFactory(), IDBKeyRange })
  writer = await claimWriter(db, 'a')
})
afterEach(() => {
  vi.restoreAllMocks()
  db.close()
})

/** Adds so many segments of one row each and returns their manifest, not yet stored. */
async function addTo(staging: Staging, segments: number) {
  const summaries = []
  for (let index = 0; index < segments; index++) {
    const row = { key: String(index), data: { id: index } }
    const segment = packSegment(staging.nextSegmentId(), 'font_asset', [row])
    summaries.push(segment.summary)
    await staging.add('font_asset', segment)
  }
  return staging.manifest('mushafs:1', 'font_asset', summaries)
}

describe('a staging', () => {
  it.each([0, 1, slices.whileEmpty, 2 * slices.whileEmpty, 2 * slices.whileEmpty + 1])(
    'of %i segments holds them all once it is finished',
    async (segments) => {
      const staging = await Staging.begin(writer)
      const manifest = await addTo(staging, segments)
      const [ref] = await staging.finish([manifest])
      expect(ref).toEqual(manifestRef(manifest))
      expect(await db.segments('font_asset').count()).toBe(segments)
      expect(await loadSegments(db, manifest, manifest.segments)).toHaveLength(segments)
    },
  )
  it('whose segments could not be written in the background says so before it is finished', async () => {
    const staging = await Staging.begin(writer)
    refuse({ method: 'put', store: 'font_asset', error: 'QuotaExceededError', times: 1 })
    const manifest = await addTo(staging, slices.whileEmpty)
    await expect(staging.finish([manifest])).rejects.toMatchObject({ code: 'quota_exceeded' })
    expect(await db.manifests.count()).toBe(0)
  })
  it('of a writer that was replaced meanwhile leaves nothing more behind', async () => {
    const staging = await Staging.begin(writer)
    await claimWriter(db, 'b')
    const manifest = await addTo(staging, 3 * slices.whileEmpty).catch(() => undefined)
    await expect(staging.finish(manifest ? [manifest] : [])).rejects.toMatchObject({
      code: 'writer_superseded',
    })
    expect(await db.segments('font_asset').count()).toBe(0)
    expect(await db.manifests.count()).toBe(0)
  })
  it.each([0, 2 * slices.whileEmpty + 1])(
    'of %i segments ends together with its commit, and is then registered no more',
    async (segments) => {
      const staging = await Staging.begin(writer)
      const manifest = await addTo(staging, segments)
      const work = async () => {
        await db.stagings.delete(staging.id)
        await db.garbage.add({ manifest: 'replaced', successor: null })
      }
      await staging.finish([manifest], { tables: ['garbage'], work, isCommit: true })
      expect(await db.segments('font_asset').count()).toBe(segments)
      expect([await db.stagings.count(), await db.garbage.count()]).toEqual([0, 1])
    },
  )
  it('whose commit fails has no manifest, and can be found', async () => {
    const staging = await Staging.begin(writer)
    const manifest = await addTo(staging, slices.whileEmpty + 1)
    const work = () => Promise.reject(restoredError({ code: 'subscription_changed', message: 'dropped' }))
    const ended = staging.finish([manifest], { tables: ['garbage'], work, isCommit: true })
    await expect(ended).rejects.toMatchObject({ code: 'subscription_changed' })
    expect(await db.manifests.count()).toBe(0)
    expect(await db.segments('font_asset').count()).toBe(slices.whileEmpty)
    expect(await db.stagings.toArray()).toEqual([{ id: staging.id }])
  })
  it('that only waits for a commit stays registered', async () => {
    const staging = await Staging.begin(writer)
    const work = async () => db.garbage.add({ manifest: 'replaced', successor: null })
    await staging.finish([await addTo(staging, 1)], { tables: ['garbage'], work, isCommit: false })
    expect([await db.stagings.count(), await db.garbage.count()]).toEqual([1, 1])
  })
  it('has room for a fixed number of segments, so that no other one begins among them', () => {
    expect(() => segmentId(1, 2 ** 20)).toThrowError(RangeError)
    expect(segmentId(2, 0)).toBe(segmentId(1, 2 ** 20 - 1) + 1)
  })
})

describe('a staging that tells', () => {
  const resource = 'mushafs:1'
  const options = () => ({ resource, batchCursor: 1, progress: () => ({ bytes: 10, of: 20 }) }) as const
  const reported = async () => {
    const staging = await partialStaging(db, resource)
    return staging && { id: staging.id, ...partialFrom(staging) }
  }
  /** Lets readers have what was added. */
  async function tell(staging: Staging): Promise<void> {
    staging.tell()
    await vi.waitUntil(async () => (await db.stagings.get(staging.id)) !== undefined)
  }

  it('lists its segments in the transaction that stores them', async () => {
    const staging = await Staging.begin(writer, options())
    const manifest = await addTo(staging, 2)
    expect(await reported()).toBeUndefined()
    await tell(staging)
    expect(await reported()).toEqual({ id: staging.id, rows: 2, bytes: 10, of: 20 })
    const { partial } = (await partialStaging(db, resource))!
    expect(partial.manifests).toEqual([manifest])
    expect(await loadSegments(db, manifest, partial.manifests[0]!.segments)).toHaveLength(2)
  })

  it('waits with the next ones until the write under way is over', async () => {
    const staging = await Staging.begin(writer, options())
    const puts = vi.spyOn(db.stagings, 'bulkPut')
    const manifest = await addTo(staging, 1)
    staging.tell()
    await addTo(staging, 1)
    staging.tell()
    await staging.finish([manifest])
    expect(puts.mock.calls.map(([records]) => records.length)).toEqual([1, 1])
    expect(await reported()).toMatchObject({ rows: 2 })
  })

  it('writes a long list anew only once it has grown by an eighth', async () => {
    const staging = await Staging.begin(writer, options())
    const puts = vi.spyOn(db.stagings, 'bulkPut')
    await addTo(staging, 40 * slices.whileEmpty)
    await staging.finish([])
    expect(puts.mock.calls.length).toBeLessThan(25)
    expect(puts.mock.calls.length).toBeGreaterThan(10)
  })

  it('says nothing of a segment whose write failed', async () => {
    const staging = await Staging.begin(writer, options())
    refuse({ method: 'put', store: 'font_asset', error: 'QuotaExceededError', times: 1 })
    await addTo(staging, 2 * slices.whileEmpty).catch(() => undefined)
    await expect(staging.finish([])).rejects.toMatchObject({ code: 'quota_exceeded' })
    expect(await reported()).toBeUndefined()
    expect(await db.segments('font_asset').count()).toBe(0)
  })

  it('takes the place of an earlier one once it has as many rows, in one transaction', async () => {
    const before = await Staging.begin(writer, options())
    await addTo(before, 3)
    await tell(before)
    const staging = await Staging.begin(writer, options())
    await addTo(staging, 2)
    await tell(staging)
    expect(await reported()).toMatchObject({ id: before.id, rows: 3 })
    await addTo(staging, 1)
    staging.tell()
    await vi.waitUntil(async () => (await reported())?.id === staging.id)
    expect(await reported()).toMatchObject({ rows: 3 })
    expect((await db.stagings.toArray()).filter(({ partial }) => partial)).toHaveLength(1)
  })

  it('is nothing to readers once it is withdrawn', async () => {
    const staging = await Staging.begin(writer, options())
    await addTo(staging, 1)
    await tell(staging)
    await staging.withdraw()
    expect(await reported()).toBeUndefined()
    await collectGarbage(writer)
    expect(await db.segments('font_asset').count()).toBe(0)
  })
})

describe('readers wait behind each transaction, so', () => {
  /** The most requests of a kind that one transaction made. */
  function mostAtOnce(method: 'put' | 'delete') {
    const counts = new Map<IDBTransaction, number>()
    const real = IDBObjectStore.prototype[method] as (...args: unknown[]) => IDBRequest
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
      this: IDBObjectStore,
      ...args: unknown[]
    ) {
      if (this.name === 'font_asset') counts.set(this.transaction, (counts.get(this.transaction) ?? 0) + 1)
      return real.apply(this, args)
    } as never)
    return () => ({
      most: Math.max(...counts.values()),
      all: [...counts.values()].reduce((a, b) => a + b, 0),
    })
  }

  it.each([
    ['sixteen segments while nothing can be read', 'unavailable', slices.whileEmpty],
    ['a few segments where something is installed', 'installed', slices.besideReaders],
  ] as const)('no transaction writes more than %s, or deletes more than sixteen', async (_, status, most) => {
    await db.resources.put(resourceRecord('translations:20', { status }))
    writer.forget()
    const written = mostAtOnce('put')
    const staging = await Staging.begin(writer)
    await staging.finish([await addTo(staging, 50)])
    expect(written()).toEqual({ most, all: 50 })
    const deleted = mostAtOnce('delete')
    await collectGarbage(writer)
    expect(deleted()).toEqual({ most: 16, all: 50 })
    expect(await db.manifests.count()).toBe(0)
  })
})
