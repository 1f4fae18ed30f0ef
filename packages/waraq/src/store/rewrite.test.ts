import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fc } from '../sync/schedule/support.test-support.ts'
import { WaraqDatabase } from './database.ts'
import type { ManifestRecord } from './manifest.ts'
import { Staging } from './stagings.ts'
import { layersFrom } from './layers.ts'
import { loadSegments } from './load.ts'
import { segmentLimits } from './packer.ts'
import { rewrite } from './rewrite.ts'
import type { FinalChanges } from './rows.ts'
import { packSegment, type StoredRow } from './segment.ts'
import { claimWriter, type Writer } from './writer.ts'

/** Row changes worked into segments, at each place that a row may have. */

let db: WaraqDatabase
let writer: Writer
beforeEach(async () => {
  db = new WaraqDatabase({ name: 'rewrite', indexedDB: new IDBFactory(), IDBKeyRange })
  writer = await claimWriter(db, 'a')
})
afterEach(() => db.close())

const verse = (id: number, number: number, text = `verse ${number}`): StoredRow => ({
  key: String(id),
  data: { id, verse_key: `2:${number}`, text },
})
const key = 'translations:20'

async function stored(...segments: StoredRow[][]): Promise<ManifestRecord> {
  const staging = await Staging.begin(writer)
  const packed = segments.map((rows) => packSegment(staging.nextSegmentId(), 'translation', rows))
  for (const segment of packed) await staging.add('translation', segment)
  const manifest = staging.manifest(
    key,
    'translation',
    packed.map(({ summary }) => summary),
  )
  await staging.finish([manifest])
  return manifest
}

async function rewritten(manifest: ManifestRecord, changes: StoredRow[], removed: string[] = []) {
  const final: FinalChanges = new Map([
    ...changes.map(({ key, data }) => [key, data] as const),
    ...removed.map((key) => [key, null] as const),
  ])
  const staging = await Staging.begin(writer)
  const result = await rewrite(db, staging, layersFrom([manifest]), final)
  await staging.finish([result.manifest])
  const segments = await loadSegments(db, result.manifest, result.manifest.segments)
  return {
    ...result,
    keys: segments.map((segment) => segment.rows().map((row) => row.key)),
    kept: result.manifest.segments.filter(({ id }) => manifest.segments.some((old) => old.id === id)).length,
  }
}

describe('a new row', () => {
  it('goes where its place is: the last segment that begins at or before it', async () => {
    const manifest = await stored([verse(1, 1), verse(5, 5)], [verse(10, 10), verse(15, 15)])
    expect(await rewritten(manifest, [verse(7, 7)])).toMatchObject({
      keys: [
        ['1', '5', '7'],
        ['10', '15'],
      ],
      kept: 1,
    })
  })
  it('of the same place as another goes by its key', async () => {
    const manifest = await stored([verse(1, 1), verse(5, 5)], [verse(10, 10)])
    expect((await rewritten(manifest, [verse(9, 10)])).keys).toEqual([['1', '5', '9'], ['10']])
    expect((await rewritten(manifest, [verse(11, 10)])).keys).toEqual([
      ['1', '5'],
      ['10', '11'],
    ])
  })
  it('before all others goes into the first segment', async () => {
    const manifest = await stored([verse(5, 5)], [verse(10, 10)])
    expect((await rewritten(manifest, [verse(4, 1), verse(3, 2)])).keys).toEqual([['4', '3', '5'], ['10']])
  })
  it('of a resource that has none yet gets a segment of its own, with the others', async () => {
    const manifest = await stored()
    expect(await rewritten(manifest, [verse(9, 9), verse(2, 2)])).toMatchObject({
      keys: [['2', '9']],
    })
  })
  it('in a full segment makes two of it', async () => {
    const rows = Array.from({ length: segmentLimits.rows }, (_, index) => verse(index + 1, index + 1))
    const { keys } = await rewritten(await stored(rows), [verse(900, 900)])
    expect(keys.map((segment) => segment.length)).toEqual([segmentLimits.rows, 1])
  })
})

describe('a row whose length cannot be measured', () => {
  it('gets a segment of its own', async () => {
    const manifest = await stored([verse(1, 1), verse(3, 3)])
    const { keys } = await rewritten(manifest, [{ key: '2', data: { ...verse(2, 2).data, n: 2 ** 60 } }])
    expect(keys).toEqual([['1'], ['2'], ['3']])
  })
})

describe('a deleted row', () => {
  it('that was the last of its segment takes the segment with it', async () => {
    const manifest = await stored([verse(1, 1)], [verse(2, 2)])
    expect(await rewritten(manifest, [], ['1'])).toMatchObject({
      keys: [['2']],
      present: new Set(['1']),
    })
  })
  it('that is not there is no change', async () => {
    const manifest = await stored([verse(1, 1)])
    expect(await rewritten(manifest, [], ['7'])).toMatchObject({
      keys: [['1']],
      kept: 1,
      present: new Set(),
    })
  })
})

describe('a segment that was rewritten', () => {
  const three = [verse(1, 1), verse(2, 2), verse(3, 3)]
  const again = (manifest: ManifestRecord, rows: StoredRow[]) => {
    const [summary] = manifest.segments
    return [summary, packSegment(summary!.id, 'translation', rows).summary]
  }

  it('is the one that packing all of its rows would make', async () => {
    const { manifest, keys } = await rewritten(await stored(three), [verse(2, 2, 'إِنَّ مَعَ الْعُسْرِ يُسْرًا')])
    const [made, wanted] = again(manifest, [three[0]!, verse(2, 2, 'إِنَّ مَعَ الْعُسْرِ يُسْرًا'), three[2]!])
    expect(keys).toEqual([['1', '2', '3']])
    expect(made).toEqual(wanted)
  })

  it.each([
    ['a row of another place', { id: 2, verse_key: '2:9', text: 'moved' }, ['1', '3', '2']],
    ['a row with a field more', { id: 2, verse_key: '2:2', text: 'longer', note: 'n' }, ['1', '2', '3']],
    ['a row whose fields are in another order', { verse_key: '2:2', id: 2, text: 'turned' }, ['1', '2', '3']],
  ])('also for %s', async (_, data, order) => {
    const { manifest, keys } = await rewritten(await stored(three), [{ key: '2', data }])
    expect(keys).toEqual([order])
    const rows = order.map((row) => (row === '2' ? { key: '2', data } : three[Number(row) - 1]!))
    const [made, wanted] = again(manifest, rows)
    expect(made).toEqual(wanted)
  })

  it('is two where it outgrew its limit', async () => {
    const long = (letter: string) => letter.repeat(segmentLimits.size * 0.6)
    const before = [verse(1, 1, long('a')), verse(2, 2)]
    const { keys } = await rewritten(await stored(before), [verse(2, 2, long('b'))])
    expect(keys).toEqual([['1'], ['2']])
  })

  it('has nothing else changed, by any changes', async () => {
    const change = fc.record({
      id: fc.integer({ min: 1, max: 24 }),
      number: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
      text: fc.option(fc.string({ unit: 'grapheme', maxLength: 20 }), { nil: undefined }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
        const rows = Array.from({ length: 20 }, (_, index) => verse(index + 1, index + 1))
        const model = new Map(rows.map(({ key, data }) => [key, data]))
        const manifest = await stored(rows.slice(0, 7), rows.slice(7, 14), rows.slice(14))
        const put: StoredRow[] = []
        const removed: string[] = []
        for (const { id, number = id, text } of new Map(changes.map((one) => [one.id, one])).values()) {
          if (text === undefined) removed.push(String(id))
          else put.push(verse(id, number, text))
        }
        for (const { key, data } of put) model.set(key, data)
        for (const key of removed) model.delete(key)
        const result = await rewritten(manifest, put, removed)
        const segments = await loadSegments(db, result.manifest, result.manifest.segments)
        const kept = segments.flatMap((segment) => segment.rows())
        expect(new Map(kept.map(({ key, data }) => [key, data]))).toEqual(model)
        for (const [index, segment] of segments.entries()) {
          const summary = result.manifest.segments[index]!
          expect(packSegment(summary.id, 'translation', segment.rows()).summary).toEqual(summary)
        }
      }),
      { numRuns: 60 },
    )
  })
})
