import { systemClock } from '../../client/clock.ts'
import { type JsonObject, verseLocator } from '@waraq/protocol'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resolveFreshness, type FreshnessOptions } from '../freshness.ts'
import { WaraqDatabase } from '../database.ts'
import { manifestRef } from '../manifest.ts'
import { Staging } from '../stagings.ts'
import { compactDeltas } from '../compaction.ts'
import {
  changes,
  install as putResource,
  resourceRecord,
  storeManifest,
  storeDelta,
  verse as verse2,
} from '../layers.test-support.ts'
import { LayerCache } from '../layers.ts'
import { DamageError } from '../load.ts'
import type { ResourceRecord, SubscriptionRecord } from '../records.ts'
import { packSegment, type StoredRow } from '../segment.ts'
import { claimWriter, type Writer } from '../writer.ts'
import { fc } from '../../sync/schedule/support.test-support.ts'
import { DatabaseReads } from './database-reads.ts'
import type { Row } from './store-view.ts'

/** Reads of one database: the rows that are shown, and those that are hidden. */

const now = 100 * 24 * 3_600_000
const ref = { group: 'translations', id: 20 }
const key = 'translations:20'
const never = new AbortController().signal

let db: WaraqDatabase
let writer: Writer
beforeEach(async () => {
  db = new WaraqDatabase({ name: 'reads', indexedDB: new IDBFactory(), IDBKeyRange })
  writer = await claimWriter(db, 'a')
})
afterEach(() => db.close())

const reads = (freshness: FreshnessOptions = {}) =>
  new DatabaseReads(resolveFreshness(freshness), { ...systemClock, now: () => now })

const verse = (id: number, number: number): StoredRow => ({
  key: String(id),
  data: { id, verse_key: `1:${number}` },
})

/** Stores these rows in segments, with the resource's record. */
async function install(committedAt: number, segments: StoredRow[][], rest: Partial<ResourceRecord> = {}) {
  const staging = await Staging.begin(writer)
  const packed = segments.map((rows) => packSegment(staging.nextSegmentId(), 'translation', rows))
  for (const segment of packed) await staging.add('translation', segment)
  const manifest = staging.manifest(
    key,
    'translation',
    packed.map(({ summary }) => summary),
  )
  await staging.finish([manifest])
  await db.resources.put(resourceRecord(key, { manifests: [manifestRef(manifest)], committedAt, ...rest }))
  return manifest
}
const confirmed = (currentAt: number) =>
  db.subscriptions.put({
    filter: key,
    listed: [key],
    currentAt,
    createdAt: 0,
  } as unknown as SubscriptionRecord)

const keysOf = (rows: readonly { readonly key: string }[]) => rows.map((row) => row.key)

describe('rows', () => {
  it('come by their place, then by their key, wherever they are stored', async () => {
    await install(1, [
      [verse(9, 3), verse(2, 1)],
      [verse(10, 1), verse(1, 2)],
    ])
    expect(keysOf(await reads().rows(db, 'translation', ref))).toEqual(['2', '10', '1', '9'])
  })
  it('of a range are those in it', async () => {
    await install(1, [
      [verse(1, 1), verse(2, 2)],
      [verse(3, 3), verse(4, 4)],
    ])
    const range = { from: verseLocator(1, 2), to: verseLocator(1, 3) }
    const store = reads()
    // The second read knows the manifest of the first.
    for (let time = 0; time < 2; time++)
      expect(keysOf(await store.rows(db, 'translation', ref, range))).toEqual(['2', '3'])
  })
  it('are none of another type, nor of what is not here', async () => {
    await install(1, [[verse(1, 1)]])
    expect(await reads().rows(db, 'a_new_type', ref)).toEqual([])
    expect(await reads().rows(db, 'translation', { ...ref, id: 131 })).toEqual([])
    expect(await reads().row(db, 'translation', ref, '2')).toBeUndefined()
    expect(await reads().row(db, 'translation', ref, '1')).toEqual(verse(1, 1))
  })
  it('that arrive are those of the commit where that came before the staging was looked for', async () => {
    vi.spyOn(db.stagings, 'toArray').mockImplementationOnce((async () => {
      await install(1, [[verse(1, 1)]])
      return []
    }) as never)
    const rows = await reads().rows(db, 'translation', ref, {}, [], { includePartial: true })
    expect(keysOf(rows)).toEqual(['1'])
  })
  it('are those of the latest commit, also where another manifest was read before', async () => {
    const store = reads()
    await install(1, [[verse(1, 1)]])
    await store.rows(db, 'translation', ref)
    await install(2, [[verse(2, 1)]])
    expect(keysOf(await store.rows(db, 'translation', ref))).toEqual(['2'])
  })
})

describe('damage', () => {
  it('is thrown, with the commit that it is of; marked, it makes the resource absent until the next commit', async () => {
    const store = reads()
    await install(1, [[verse(1, 1)]])
    await db.segments('translation').clear()
    const error: unknown = await store.rows(db, 'translation', ref).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(DamageError)
    expect(error).toMatchObject({ committedAt: 1 })
    store.markDamaged(error as DamageError)
    expect(store.damages).toBe(1)
    expect(await store.rows(db, 'translation', ref)).toEqual([])
    expect(await store.resource(db, ref)).toMatchObject({ status: 'damaged' })
    await install(2, [[verse(1, 1)]])
    expect(keysOf(await store.rows(db, 'translation', ref))).toEqual(['1'])
  })
  it('that is known already hides the rows, and none other does', async () => {
    await install(1, [[verse(1, 1)]], { needsSnapshot: 'damage' })
    expect(await reads().rows(db, 'translation', ref)).toEqual([])
    await db.resources.update(key, { needsSnapshot: 'resync' })
    expect(keysOf(await reads().rows(db, 'translation', ref))).toEqual(['1'])
  })
})

describe('content that is too old', () => {
  it.each([
    ['tell', 1],
    ['hide', 0],
    ['remove', 0],
  ] as const)('where the application chose to %s it', async (policy, rows) => {
    await install(1, [[verse(1, 1)]])
    await confirmed(now - 8 * 24 * 3_600_000)
    const store = reads({ policy })
    expect(await store.rows(db, 'translation', ref)).toHaveLength(rows)
    await confirmed(now)
    expect(await store.rows(db, 'translation', ref)).toHaveLength(1)
  })
  it('asks for the subscriptions only where it matters', () => {
    expect(reads().tablesOf('translation')).toEqual(['resources', 'manifests', 'translation'])
    expect(reads({ policy: 'hide' }).tablesOf('unheard_of')).toEqual([
      'resources',
      'manifests',
      'other_record',
      'subscriptions',
    ])
  })
})

it('resources come by group, then by number', async () => {
  for (const [group, id] of [
    ['translations', 131],
    ['tafsirs', 169],
    ['translations', 20],
  ] as const)
    await db.resources.put(resourceRecord(`${group}:${id}`, { status: 'unavailable' }))
  expect((await reads().resources(db)).map((info) => info.key)).toEqual([
    'tafsirs:169',
    'translations:20',
    'translations:131',
  ])
  expect(await reads().resource(db, { group: 'articles', id: 1 })).toBeUndefined()
})

describe('rows under deltas', () => {
  const place = fc.integer({ min: 1, max: 20 })
  const change = fc.oneof(
    place,
    fc.tuple(place, place, fc.string({ maxLength: 3 })).map(([id, at, text]) => verse2(id, at, text)),
  )
  const step = fc.oneof(fc.constant('compact' as const), fc.array(change, { minLength: 1, maxLength: 4 }))
  const byPlace = (a: Row<JsonObject>, b: Row<JsonObject>) =>
    Number(String(a.data['verse_key']).slice(2)) - Number(String(b.data['verse_key']).slice(2)) ||
    Number(a.key) - Number(b.key)

  it('are those of the newest layer, in order, by range and by key, also to a reader that read before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), place, async (steps, at) => {
        const reader = reads()
        const model = new Map([2, 3, 5, 8, 9, 14].map((id) => [String(id), verse2(id).data]))
        let base = await storeManifest(
          writer,
          [verse2(2), verse2(3)],
          [verse2(5), verse2(8)],
          [verse2(9), verse2(14)],
        )
        for (const over of steps) {
          if (over === 'compact') {
            await putResource(db, base)
            writer.forget()
            await compactDeltas(writer, new LayerCache(), never, never, () => true)
            base = (await db.resources.get(key))!.manifests[0]!
          } else {
            for (const [changed, data] of changes(...over)) {
              if (data === null) model.delete(changed)
              else model.set(changed, data)
            }
            base = await storeDelta(writer, base, changes(...over))
            await putResource(db, base)
          }
          const wanted = [...model].map(([each, data]) => ({ key: each, data })).sort(byPlace)
          const [from, to] = [verseLocator(2, at - 3), verseLocator(2, at + 3)]
          const near = ({ data }: Row<JsonObject>) =>
            Math.abs(Number(String(data['verse_key']).slice(2)) - at) <= 3
          expect(await reader.rows(db, 'translation', ref)).toEqual(wanted)
          expect(await reader.rows(db, 'translation', ref, { from, to })).toEqual(wanted.filter(near))
          expect(await reader.row(db, 'translation', ref, String(at))).toEqual(
            wanted.find((row) => row.key === String(at)),
          )
          expect((await reader.resource(db, ref))!.rows).toBe(wanted.length)
        }
      }),
      { numRuns: 25 },
    )
  })

  it.each(['the base', 'a delta'])('make the resource absent where %s is damaged', async (what) => {
    const base = await storeManifest(writer, [verse2(1), verse2(3)])
    const over = await storeDelta(writer, base, changes(verse2(5)))
    await putResource(db, over)
    const [harmed] = what === 'a delta' ? over.deltas! : [over]
    const { segments } = (await db.manifests.get(harmed!.id))!
    await db.segments('translation').delete(segments[0]!.id)
    const reader = reads()
    const error = await reader.rows(db, 'translation', ref).catch((problem: unknown) => problem)
    expect(error).toMatchObject({ name: 'DamageError', manifest: harmed!.id })
    reader.markDamaged(error as DamageError)
    expect(await reader.rows(db, 'translation', ref)).toEqual([])
    expect(await reader.resource(db, ref)).toMatchObject({ status: 'damaged' })
  })
})
