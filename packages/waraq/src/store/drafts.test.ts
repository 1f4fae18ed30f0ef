import { restoredError } from '@waraq/protocol'
import { IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { refuse } from './storage-faults.test-support.ts'
import { segmentId, WaraqDatabase } from './database.ts'
import { directoryRef } from './directory.ts'
import { Draft, segmentsPerWrite as slices } from './drafts.ts'
import { arrivingFrom, draftArriving } from './arriving.ts'
import { collectGarbage } from './garbage.ts'
import { loadSegments } from './load.ts'
import { packSegment } from './segment.ts'
import { claimWriter, type Writer } from './writer.ts'
import { resourceRecord } from './layers.test-support.ts'

let db: WaraqDatabase
let writer: Writer
beforeEach(async () => {
  db = new WaraqDatabase({ name: 'drafts', indexedDB: new IDBFactory(), IDBKeyRange })
  writer = await claimWriter(db, 'a')
})
afterEach(() => {
  vi.restoreAllMocks()
  db.close()
})

/** Adds so many segments of one row each and returns their directory, not yet stored. */
async function addTo(draft: Draft, segments: number) {
  const summaries = []
  for (let index = 0; index < segments; index++) {
    const row = { key: String(index), data: { id: index } }
    const segment = packSegment(draft.nextSegmentId(), 'font_asset', [row])
    summaries.push(segment.summary)
    await draft.add('font_asset', segment)
  }
  return draft.directory('mushafs:1', 'font_asset', summaries)
}

describe('a draft', () => {
  it.each([0, 1, slices.whileEmpty, 2 * slices.whileEmpty, 2 * slices.whileEmpty + 1])(
    'of %i segments holds them all once it is finished',
    async (segments) => {
      const draft = await Draft.begin(writer)
      const directory = await addTo(draft, segments)
      const [ref] = await draft.finish([directory])
      expect(ref).toEqual(directoryRef(directory))
      expect(await db.segments('font_asset').count()).toBe(segments)
      expect(await loadSegments(db, directory, directory.segments)).toHaveLength(segments)
    },
  )
  it('whose segments could not be written in the background says so before it is finished', async () => {
    const draft = await Draft.begin(writer)
    refuse({ method: 'put', store: 'font_asset', error: 'QuotaExceededError', times: 1 })
    const directory = await addTo(draft, slices.whileEmpty)
    await expect(draft.finish([directory])).rejects.toMatchObject({ code: 'quota_exceeded' })
    expect(await db.directories.count()).toBe(0)
  })
  it('of a writer that was replaced meanwhile leaves nothing more behind', async () => {
    const draft = await Draft.begin(writer)
    await claimWriter(db, 'b')
    const directory = await addTo(draft, 3 * slices.whileEmpty).catch(() => undefined)
    await expect(draft.finish(directory ? [directory] : [])).rejects.toMatchObject({
      code: 'writer_superseded',
    })
    expect(await db.segments('font_asset').count()).toBe(0)
    expect(await db.directories.count()).toBe(0)
  })
  it.each([0, 2 * slices.whileEmpty + 1])(
    'of %i segments ends together with its commit, and is then registered no more',
    async (segments) => {
      const draft = await Draft.begin(writer)
      const directory = await addTo(draft, segments)
      const work = async () => {
        await db.drafts.delete(draft.id)
        await db.garbage.add({ directory: 'replaced', successor: null })
      }
      await draft.finish([directory], { tables: ['garbage'], work, isCommit: true })
      expect(await db.segments('font_asset').count()).toBe(segments)
      expect([await db.drafts.count(), await db.garbage.count()]).toEqual([0, 1])
    },
  )
  it('whose commit fails has no directory, and can be found', async () => {
    const draft = await Draft.begin(writer)
    const directory = await addTo(draft, slices.whileEmpty + 1)
    const work = () => Promise.reject(restoredError({ code: 'subscription_changed', message: 'dropped' }))
    const ended = draft.finish([directory], { tables: ['garbage'], work, isCommit: true })
    await expect(ended).rejects.toMatchObject({ code: 'subscription_changed' })
    expect(await db.directories.count()).toBe(0)
    expect(await db.segments('font_asset').count()).toBe(slices.whileEmpty)
    expect(await db.drafts.toArray()).toEqual([{ id: draft.id }])
  })
  it('that only waits for a commit stays registered', async () => {
    const draft = await Draft.begin(writer)
    const work = async () => db.garbage.add({ directory: 'replaced', successor: null })
    await draft.finish([await addTo(draft, 1)], { tables: ['garbage'], work, isCommit: false })
    expect([await db.drafts.count(), await db.garbage.count()]).toEqual([1, 1])
  })
  it('has room for a fixed number of segments, so that no other one begins among them', () => {
    expect(() => segmentId(1, 2 ** 20)).toThrowError(RangeError)
    expect(segmentId(2, 0)).toBe(segmentId(1, 2 ** 20 - 1) + 1)
  })
})

describe('a draft that tells', () => {
  const resource = 'mushafs:1'
  const telling = () => ({ resource, journal: 1, progress: () => ({ bytes: 10, of: 20 }) }) as const
  const told = async () => {
    const draft = await draftArriving(db, resource)
    return draft && { id: draft.id, ...arrivingFrom(draft) }
  }
  /** Lets readers have what was added. */
  async function tell(draft: Draft): Promise<void> {
    draft.tell()
    await vi.waitUntil(async () => (await db.drafts.get(draft.id)) !== undefined)
  }

  it('lists its segments in the transaction that stores them', async () => {
    const draft = await Draft.begin(writer, telling())
    const directory = await addTo(draft, 2)
    expect(await told()).toBeUndefined()
    await tell(draft)
    expect(await told()).toEqual({ id: draft.id, rows: 2, bytes: 10, of: 20 })
    const { arriving } = (await draftArriving(db, resource))!
    expect(arriving.directories).toEqual([directory])
    expect(await loadSegments(db, directory, arriving.directories[0]!.segments)).toHaveLength(2)
  })

  it('waits with the next ones until the write under way is over', async () => {
    const draft = await Draft.begin(writer, telling())
    const puts = vi.spyOn(db.drafts, 'bulkPut')
    const directory = await addTo(draft, 1)
    draft.tell()
    await addTo(draft, 1)
    draft.tell()
    await draft.finish([directory])
    expect(puts.mock.calls.map(([records]) => records.length)).toEqual([1, 1])
    expect(await told()).toMatchObject({ rows: 2 })
  })

  it('writes a long list anew only once it has grown by an eighth', async () => {
    const draft = await Draft.begin(writer, telling())
    const puts = vi.spyOn(db.drafts, 'bulkPut')
    await addTo(draft, 40 * slices.whileEmpty)
    await draft.finish([])
    expect(puts.mock.calls.length).toBeLessThan(25)
    expect(puts.mock.calls.length).toBeGreaterThan(10)
  })

  it('says nothing of a segment whose write failed', async () => {
    const draft = await Draft.begin(writer, telling())
    refuse({ method: 'put', store: 'font_asset', error: 'QuotaExceededError', times: 1 })
    await addTo(draft, 2 * slices.whileEmpty).catch(() => undefined)
    await expect(draft.finish([])).rejects.toMatchObject({ code: 'quota_exceeded' })
    expect(await told()).toBeUndefined()
    expect(await db.segments('font_asset').count()).toBe(0)
  })

  it('takes the place of an earlier one once it has as many rows, in one transaction', async () => {
    const before = await Draft.begin(writer, telling())
    await addTo(before, 3)
    await tell(before)
    const draft = await Draft.begin(writer, telling())
    await addTo(draft, 2)
    await tell(draft)
    expect(await told()).toMatchObject({ id: before.id, rows: 3 })
    await addTo(draft, 1)
    draft.tell()
    await vi.waitUntil(async () => (await told())?.id === draft.id)
    expect(await told()).toMatchObject({ rows: 3 })
    expect((await db.drafts.toArray()).filter(({ arriving }) => arriving)).toHaveLength(1)
  })

  it('is nothing to readers once it is withdrawn', async () => {
    const draft = await Draft.begin(writer, telling())
    await addTo(draft, 1)
    await tell(draft)
    await draft.withdraw()
    expect(await told()).toBeUndefined()
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
    const draft = await Draft.begin(writer)
    await draft.finish([await addTo(draft, 50)])
    expect(written()).toEqual({ most, all: 50 })
    const deleted = mostAtOnce('delete')
    await collectGarbage(writer)
    expect(deleted()).toEqual({ most: 16, all: 50 })
    expect(await db.directories.count()).toBe(0)
  })
})
