import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WaraqDatabase } from './database.ts'
import type { DirectoryRecord } from './directory.ts'
import { Draft } from './drafts.ts'
import { loadSegments } from './load.ts'
import { segmentLimits } from './packer.ts'
import { rewrite, type FinalChanges } from './rewrite.ts'
import { packSegment, type StoredRow } from './segment.ts'
import { claimWriter, type Writer } from './writer.ts'

/** Row changes worked into segments, whatever the place of a row. */

let db: WaraqDatabase
let writer: Writer
beforeEach(async () => {
  db = new WaraqDatabase({ name: 'rewrite', indexedDB: new IDBFactory(), IDBKeyRange })
  const claim = await claimWriter(db, { holder: 'a', now: 0, respectLease: false })
  if ('writer' in claim) writer = claim.writer
})
afterEach(() => db.close())

const verse = (id: number, number: number, text = `verse ${number}`): StoredRow => ({
  key: String(id),
  data: { id, verse_key: `2:${number}`, text },
})
const key = 'translations:20'

async function stored(...segments: StoredRow[][]): Promise<DirectoryRecord> {
  const draft = await Draft.begin(writer)
  const packed = segments.map((rows) => packSegment(draft.nextSegmentId(), 'translation', rows))
  for (const segment of packed) await draft.add('translation', segment)
  const directory = draft.directory(
    key,
    'translation',
    packed.map(({ summary }) => summary),
  )
  await draft.finish([directory])
  return directory
}

async function rewritten(directory: DirectoryRecord, changes: StoredRow[], removed: string[] = []) {
  const final: FinalChanges = new Map([
    ...changes.map(({ key, data }) => [key, data] as const),
    ...removed.map((key) => [key, null] as const),
  ])
  const draft = await Draft.begin(writer)
  const result = await rewrite(db, draft, key, directory, final)
  await draft.finish([result.directory])
  const segments = await loadSegments(db, result.directory, result.directory.segments)
  return {
    ...result,
    keys: segments.map((segment) => segment.rows().map((row) => row.key)),
    kept: result.directory.segments.filter(({ id }) => directory.segments.some((old) => old.id === id))
      .length,
  }
}

describe('a new row', () => {
  it('goes where its place is: the last segment that begins at or before it', async () => {
    const directory = await stored([verse(1, 1), verse(5, 5)], [verse(10, 10), verse(15, 15)])
    expect(await rewritten(directory, [verse(7, 7)])).toMatchObject({
      keys: [
        ['1', '5', '7'],
        ['10', '15'],
      ],
      kept: 1,
      written: 1,
      deleted: 0,
    })
  })
  it('of the same place as another goes by its key', async () => {
    const directory = await stored([verse(1, 1), verse(5, 5)], [verse(10, 10)])
    expect((await rewritten(directory, [verse(9, 10)])).keys).toEqual([['1', '5', '9'], ['10']])
    expect((await rewritten(directory, [verse(11, 10)])).keys).toEqual([
      ['1', '5'],
      ['10', '11'],
    ])
  })
  it('before all others goes into the first segment', async () => {
    const directory = await stored([verse(5, 5)], [verse(10, 10)])
    expect((await rewritten(directory, [verse(4, 1), verse(3, 2)])).keys).toEqual([['4', '3', '5'], ['10']])
  })
  it('of a resource that has none yet gets a segment of its own, with the others', async () => {
    const directory = await stored()
    expect(await rewritten(directory, [verse(9, 9), verse(2, 2)])).toMatchObject({
      keys: [['2', '9']],
      written: 2,
    })
  })
  it('in a full segment makes two of it', async () => {
    const rows = Array.from({ length: segmentLimits.rows }, (_, index) => verse(index + 1, index + 1))
    const { keys } = await rewritten(await stored(rows), [verse(900, 900)])
    expect(keys.map((segment) => segment.length)).toEqual([segmentLimits.rows, 1])
  })
})

describe('a row whose length nobody can tell', () => {
  it('gets a segment of its own', async () => {
    const directory = await stored([verse(1, 1), verse(3, 3)])
    const { keys } = await rewritten(directory, [{ key: '2', data: { ...verse(2, 2).data, n: 2 ** 60 } }])
    expect(keys).toEqual([['1'], ['2'], ['3']])
  })
})

describe('a deleted row', () => {
  it('that was the last of its segment takes the segment with it', async () => {
    const directory = await stored([verse(1, 1)], [verse(2, 2)])
    expect(await rewritten(directory, [], ['1'])).toMatchObject({ keys: [['2']], deleted: 1, written: 0 })
  })
  it('that is not there is no change', async () => {
    const directory = await stored([verse(1, 1)])
    expect(await rewritten(directory, [], ['7'])).toMatchObject({ keys: [['1']], kept: 1, deleted: 0 })
  })
})
