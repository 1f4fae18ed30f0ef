import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { segmentId, segmentIdsOf, WaraqDatabase } from './database.ts'
import { directoryRef, type DirectoryRecord } from './directory.ts'
import { Draft } from './drafts.ts'
import { collectGarbage, deleteInSlices, garbageOf } from './garbage.ts'
import { draftArriving } from './arriving.ts'
import { resourceRecord } from './layers.test-support.ts'
import type { JournalRecord, PreparedRecord } from './records.ts'
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

/** A directory of new segments, after those that it shares with another directory. Its draft is finished. */
async function directory(segments: number, shared: readonly SegmentSummary[] = []): Promise<DirectoryRecord> {
  const draft = await Draft.begin(writer)
  const packed = Array.from({ length: segments }, (_, index) =>
    packSegment(draft.nextSegmentId(), 'translation', [{ key: String(index), data: { id: index } }]),
  )
  for (const segment of packed) await draft.add('translation', segment)
  const made = draft.directory('translations:20', 'translation', [
    ...shared,
    ...packed.map(({ summary }) => summary),
  ])
  await draft.finish([made])
  await db.drafts.delete(draft.id)
  return made
}

const segments = async () =>
  (await db.segments('translation').toCollection().primaryKeys()).sort((a, b) => a - b)
const idsOf = ({ segments: all }: DirectoryRecord) => all.map(({ id }) => id)
const replace = (old: DirectoryRecord, successor: DirectoryRecord | null) =>
  db.garbage.add({ directory: old.id, successor: successor?.id ?? null })

describe('what is left of a first snapshot', () => {
  const key = 'translations:20'
  const left = async (journal: number) => {
    const progress = () => ({ bytes: 1, of: null })
    const draft = await Draft.begin(writer, { resource: key, journal, progress })
    await draft.add(
      'translation',
      packSegment(draft.nextSegmentId(), 'translation', [{ key: '1', data: {} }]),
    )
    await draft.finish([])
    return draft.id
  }
  const told = async () => (await draftArriving(db, key))?.id
  beforeEach(() => db.journals.put({ filter: key, id: 7, openedAtCommit: 0 } as JournalRecord))

  it('is kept while its page set is under way', async () => {
    const id = await left(7)
    await collectGarbage(writer)
    expect(await told()).toBe(id)
    expect(await segments()).toHaveLength(1)
  })
  it.each([
    ['its page set has ended', 8, {}, false],
    ['the resource has a record', 7, {}, true],
    ['the room is needed', 7, { keepsArriving: false }, false],
  ])('is garbage where %s', async (_, journal, options, hasRecord) => {
    await left(journal)
    if (hasRecord) await db.resources.put(resourceRecord(key))
    await collectGarbage(writer, undefined, options)
    expect(await told()).toBeUndefined()
    expect(await segments()).toEqual([])
  })
  it('is taken from readers before anything of it is deleted', async () => {
    await left(8)
    await expect(collectGarbage(writer, AbortSignal.abort())).rejects.toThrow()
    expect(await told()).toBeUndefined()
    expect(await segments()).toHaveLength(1)
  })
})

describe('what a change of directories leaves behind', () => {
  const ref = (id: string, recordType = 'translation') => ({ id, recordType, rows: 1, size: 1, digest: 1 })
  it.each([
    ['nothing where they stay', [ref('a')], [ref('a')], []],
    [
      'the old one, with the new one of its type',
      [ref('a'), ref('t', 'tafsir')],
      [ref('u', 'tafsir'), ref('b')],
      [
        { directory: 'a', successor: 'b' },
        { directory: 't', successor: 'u' },
      ],
    ],
    [
      'the old one alone where its type is gone',
      [ref('a')],
      [ref('u', 'tafsir')],
      [{ directory: 'a', successor: null }],
    ],
    ['nothing where there was none', [], [ref('a')], []],
  ])('is %s', (_, before, after, expected) => expect(garbageOf(before, after)).toEqual(expected))
})

describe('a replaced directory', () => {
  it('goes with its segments, but for those that its successor holds', async () => {
    const old = await directory(3)
    const next = await directory(1, old.segments.slice(0, 1))
    await replace(old, next)
    await collectGarbage(writer)
    expect(await segments()).toEqual(idsOf(next))
    expect(await db.directories.toCollection().primaryKeys()).toEqual([next.id])
    expect(await db.garbage.count()).toBe(0)
  })
  it('that was replaced itself goes in the order in which that was done', async () => {
    const first = await directory(2)
    const second = await directory(1, first.segments.slice(0, 1))
    const third = await directory(1, second.segments.slice(0, 1))
    await replace(first, second)
    await replace(second, third)
    await collectGarbage(writer)
    expect(await segments()).toEqual(idsOf(third))
  })
  it('without a successor goes whole', async () => {
    await replace(await directory(20), null)
    await collectGarbage(writer)
    expect([await segments(), await db.directories.count()]).toEqual([[], 0])
  })
  it('whose successor is lost keeps its segments: some of them may be shared', async () => {
    const old = await directory(2)
    const next = await directory(1, old.segments)
    await replace(old, next)
    await db.directories.delete(next.id)
    await collectGarbage(writer)
    expect(await segments()).toEqual(idsOf(next))
    expect([await db.garbage.count(), await db.directories.count()]).toEqual([0, 0])
  })
  it('that is lost itself is forgotten', async () => {
    const old = await directory(1)
    await replace(old, null)
    await db.directories.clear()
    await collectGarbage(writer)
    expect(await db.garbage.count()).toBe(0)
  })
})

describe('page sets and drafts', () => {
  const prepared = (journal: number, draft: number): PreparedRecord => ({
    journal,
    floor: 0,
    key: 'translations:20',
    draft,
    contentId: null,
    schemaVersion: 1,
    syncSequence: 1,
    directories: [],
    rejected: null,
  })

  it('of a set under way stay; of one that ended, pages and snapshots go', async () => {
    await db.journals.put({ filter: 'translations:20', id: 7 } as never)
    const mine = await Draft.begin(writer)
    const theirs = await Draft.begin(writer)
    for (const draft of [mine, theirs]) await draft.finish([])
    await db.prepared.bulkPut([prepared(7, mine.id), prepared(8, theirs.id)])
    const page = { page: 0, address: null, mutations: [] }
    await db.staged.bulkPut([
      { ...page, journal: 7 },
      { ...page, journal: 8 },
    ])
    await collectGarbage(writer)
    expect(await db.prepared.toCollection().primaryKeys()).toEqual([[7, 'translations:20']])
    expect(await db.staged.toCollection().primaryKeys()).toEqual([[7, 0]])
    expect(await db.drafts.toCollection().primaryKeys()).toEqual([mine.id])
  })
  it('that was abandoned goes with all that it wrote, and nothing of its neighbours does', async () => {
    const kept = await directory(1)
    const draft = await Draft.begin(writer)
    const segment = packSegment(draft.nextSegmentId(), 'tafsir', [{ key: '1', data: {} }])
    const { record } = segment
    await draft.finish([draft.directory('tafsirs:169', 'tafsir', [segment.summary])])
    await db
      .segments('tafsir')
      .bulkPut([
        record,
        { ...record, id: segmentIdsOf(draft.id)[1] },
        { ...record, id: segmentId(draft.id + 1, 0) },
      ])
    await collectGarbage(writer)
    expect(await db.segments('tafsir').toCollection().primaryKeys()).toEqual([segmentId(draft.id + 1, 0)])
    expect(await db.directories.toCollection().primaryKeys()).toEqual([kept.id])
    expect([await segments(), await db.drafts.count()]).toEqual([idsOf(kept), 0])
  })
})

describe('collecting', () => {
  it('goes in small transactions, and goes on another time where it was stopped', async () => {
    const old = await directory(40)
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
    const kept = await directory(1)
    const writes = vi.spyOn(writer, 'write')
    await collectGarbage(writer)
    expect(writes).not.toHaveBeenCalled()
    expect(directoryRef((await db.directories.get(kept.id))!)).toEqual(directoryRef(kept))
  })
  it('ends before its first transaction where it is not wanted', async () => {
    const old = await directory(1)
    await replace(old, null)
    await expect(collectGarbage(writer, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
    expect(await segments()).toEqual(idsOf(old))
  })
})
