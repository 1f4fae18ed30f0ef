import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { segmentId, segmentIdsOf, WaraqDatabase } from './database.ts'
import { manifestRef, type ManifestRecord } from './manifest.ts'
import { Staging } from './stagings.ts'
import { collectGarbage, deleteInSlices, garbageOf } from './garbage.ts'
import { partialStaging } from './partial.ts'
import { resourceRecord } from './layers.test-support.ts'
import type { BatchCursorRecord, PreparedRecord } from './records.ts'
import { packSegment, type SegmentSummary } from './segment.ts'
import { claimWriter, type Writer } from './writer.ts'

/** Garbage collection deletes what is not reachable any more, and nothing else. */

let db: WaraqDatabase
let writer: Writer
beforeEach(async () => {
  db = new WaraqDatabase({ name: 'garbage', indexedDB: new IDBFactory(), IDBKeyRange })
  writer = await claimWriter(db, 'a')
})
afterEach(() => db.close())

/** A manifest of new segments, after those that it shares with another manifest. Its staging is finished. */
async function manifest(segments: number, shared: readonly SegmentSummary[] = []): Promise<ManifestRecord> {
  const staging = await Staging.begin(writer)
  const packed = Array.from({ length: segments }, (_, index) =>
    packSegment(staging.nextSegmentId(), 'translation', [{ key: String(index), data: { id: index } }]),
  )
  for (const segment of packed) await staging.add('translation', segment)
  const made = staging.manifest('translations:20', 'translation', [
    ...shared,
    ...packed.map(({ summary }) => summary),
  ])
  await staging.finish([made])
  await db.stagings.delete(staging.id)
  return made
}

const segments = async () =>
  (await db.segments('translation').toCollection().primaryKeys()).sort((a, b) => a - b)
const idsOf = ({ segments: all }: ManifestRecord) => all.map(({ id }) => id)
const replace = (old: ManifestRecord, successor: ManifestRecord | null) =>
  db.garbage.add({ manifest: old.id, successor: successor?.id ?? null })

describe('what is left of a first snapshot', () => {
  const key = 'translations:20'
  const left = async (batchCursor: number) => {
    const progress = () => ({ bytes: 1, of: null })
    const staging = await Staging.begin(writer, { resource: key, batchCursor, progress })
    await staging.add(
      'translation',
      packSegment(staging.nextSegmentId(), 'translation', [{ key: '1', data: {} }]),
    )
    await staging.finish([])
    return staging.id
  }
  const reported = async () => (await partialStaging(db, key))?.id
  beforeEach(() => db.batchCursors.put({ filter: key, id: 7, openedAtCommit: 0 } as BatchCursorRecord))

  it('is kept while its batch is under way', async () => {
    const id = await left(7)
    await collectGarbage(writer)
    expect(await reported()).toBe(id)
    expect(await segments()).toHaveLength(1)
  })
  it.each([
    ['its batch has ended', 8, {}, false],
    ['the resource has a record', 7, {}, true],
    ['the room is needed', 7, { keepsPartial: false }, false],
  ])('is garbage where %s', async (_, batchCursor, options, hasRecord) => {
    await left(batchCursor)
    if (hasRecord) await db.resources.put(resourceRecord(key))
    await collectGarbage(writer, undefined, options)
    expect(await reported()).toBeUndefined()
    expect(await segments()).toEqual([])
  })
  it('is taken from readers before anything of it is deleted', async () => {
    await left(8)
    await expect(collectGarbage(writer, AbortSignal.abort())).rejects.toThrow()
    expect(await reported()).toBeUndefined()
    expect(await segments()).toHaveLength(1)
  })
})

describe('what a change of manifests leaves behind', () => {
  const ref = (id: string, recordType = 'translation') => ({ id, recordType, rows: 1, size: 1, digest: 1 })
  it.each([
    ['nothing where they stay', [ref('a')], [ref('a')], []],
    [
      'the old one, with the new one of its type',
      [ref('a'), ref('t', 'tafsir')],
      [ref('u', 'tafsir'), ref('b')],
      [
        { manifest: 'a', successor: 'b' },
        { manifest: 't', successor: 'u' },
      ],
    ],
    [
      'the old one alone where its type is gone',
      [ref('a')],
      [ref('u', 'tafsir')],
      [{ manifest: 'a', successor: null }],
    ],
    ['nothing where there was none', [], [ref('a')], []],
  ])('is %s', (_, before, after, expected) => expect(garbageOf(before, after)).toEqual(expected))
})

describe('a replaced manifest', () => {
  it('goes with its segments, but for those that its successor holds', async () => {
    const old = await manifest(3)
    const next = await manifest(1, old.segments.slice(0, 1))
    await replace(old, next)
    await collectGarbage(writer)
    expect(await segments()).toEqual(idsOf(next))
    expect(await db.manifests.toCollection().primaryKeys()).toEqual([next.id])
    expect(await db.garbage.count()).toBe(0)
  })
  it('that was replaced itself goes in the order in which that was done', async () => {
    const first = await manifest(2)
    const second = await manifest(1, first.segments.slice(0, 1))
    const third = await manifest(1, second.segments.slice(0, 1))
    await replace(first, second)
    await replace(second, third)
    await collectGarbage(writer)
    expect(await segments()).toEqual(idsOf(third))
  })
  it('without a successor goes whole', async () => {
    await replace(await manifest(20), null)
    await collectGarbage(writer)
    expect([await segments(), await db.manifests.count()]).toEqual([[], 0])
  })
  it('whose successor is lost keeps its segments: some of them may be shared', async () => {
    const old = await manifest(2)
    const next = await manifest(1, old.segments)
    await replace(old, next)
    await db.manifests.delete(next.id)
    await collectGarbage(writer)
    expect(await segments()).toEqual(idsOf(next))
    expect([await db.garbage.count(), await db.manifests.count()]).toEqual([0, 0])
  })
  it('that is lost itself is forgotten', async () => {
    const old = await manifest(1)
    await replace(old, null)
    await db.manifests.clear()
    await collectGarbage(writer)
    expect(await db.garbage.count()).toBe(0)
  })
})

describe('batches and stagings', () => {
  const prepared = (batchCursor: number, staging: number): PreparedRecord => ({
    batchCursor,
    floor: 0,
    key: 'translations:20',
    staging,
    contentId: null,
    schemaVersion: 1,
    syncSequence: 1,
    manifests: [],
    rejected: null,
  })

  it('of a batch under way stay; of one that ended, pages and snapshots go', async () => {
    await db.batchCursors.put({ filter: 'translations:20', id: 7 } as never)
    const mine = await Staging.begin(writer)
    const theirs = await Staging.begin(writer)
    for (const staging of [mine, theirs]) await staging.finish([])
    await db.prepared.bulkPut([prepared(7, mine.id), prepared(8, theirs.id)])
    const page = { page: 0, address: null, mutations: [] }
    await db.staged.bulkPut([
      { ...page, batchCursor: 7 },
      { ...page, batchCursor: 8 },
    ])
    await collectGarbage(writer)
    expect(await db.prepared.toCollection().primaryKeys()).toEqual([[7, 'translations:20']])
    expect(await db.staged.toCollection().primaryKeys()).toEqual([[7, 0]])
    expect(await db.stagings.toCollection().primaryKeys()).toEqual([mine.id])
  })
  it('that was abandoned goes with all that it wrote, and nothing of its neighbours does', async () => {
    const kept = await manifest(1)
    const staging = await Staging.begin(writer)
    const segment = packSegment(staging.nextSegmentId(), 'tafsir', [{ key: '1', data: {} }])
    const { record } = segment
    await staging.finish([staging.manifest('tafsirs:169', 'tafsir', [segment.summary])])
    await db
      .segments('tafsir')
      .bulkPut([
        record,
        { ...record, id: segmentIdsOf(staging.id)[1] },
        { ...record, id: segmentId(staging.id + 1, 0) },
      ])
    await collectGarbage(writer)
    expect(await db.segments('tafsir').toCollection().primaryKeys()).toEqual([segmentId(staging.id + 1, 0)])
    expect(await db.manifests.toCollection().primaryKeys()).toEqual([kept.id])
    expect([await segments(), await db.stagings.count()]).toEqual([idsOf(kept), 0])
  })
})

describe('collecting', () => {
  it('goes in small transactions, and goes on another time where it was stopped', async () => {
    const old = await manifest(40)
    const writes = vi.spyOn(writer, 'write')
    const controller = new AbortController()
    writes.mockImplementationOnce(async (...args) => {
      await Object.getPrototypeOf(writer).write.apply(writer, args)
      controller.abort(new Error('enough'))
    })
    await expect(deleteInSlices(writer, 'translation', idsOf(old), controller.signal)).rejects.toThrow(
      'enough',
    )
    expect(await segments()).toHaveLength(24)
    await deleteInSlices(writer, 'translation', idsOf(old))
    expect(writes).toHaveBeenCalledTimes(4)
    expect(await segments()).toEqual([])
  })
  it('writes nothing where there is nothing', async () => {
    const kept = await manifest(1)
    const writes = vi.spyOn(writer, 'write')
    await collectGarbage(writer)
    expect(writes).not.toHaveBeenCalled()
    expect(manifestRef((await db.manifests.get(kept.id))!)).toEqual(manifestRef(kept))
  })
  it('ends before its first transaction where it is not wanted', async () => {
    const old = await manifest(1)
    await replace(old, null)
    await expect(collectGarbage(writer, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
    expect(await segments()).toEqual(idsOf(old))
  })
})
