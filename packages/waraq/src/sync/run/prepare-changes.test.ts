import type { JsonObject } from '@waraq/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { segmentIdsOf } from '../../store/database.ts'
import { rowCount, type ManifestRef } from '../../store/manifest.ts'
import { PlacedDeltas } from '../../store/delta.ts'
import { install, resource, shown, storeManifest, verse } from '../../store/layers.test-support.ts'
import { createRunBench, type RunBench } from './context.test-support.ts'
import type { PlannedApply, RowChange } from './plan/plan-types.ts'
import { prepareChanges } from './prepare-changes.ts'

/** Row changes before a commit: which the commit writes itself, which go into a staging, which are worked in at once. */

let bench: RunBench
beforeEach(async () => void (bench = await createRunBench()))
afterEach(() => {
  vi.restoreAllMocks()
  return bench.close()
})

const all = (count: number) => Array.from({ length: count }, (_, index) => verse(index + 1))
const change = (key: string, data: JsonObject | null, recordType = 'translation'): RowChange => ({
  sequence: 1,
  recordType,
  key,
  data,
})
const prepare = async (...changes: RowChange[]) => {
  const ref = { group: 'translations', id: 20 }
  const item: PlannedApply = { action: 'apply', key: resource, ref, freshAt: null, changes }
  // The tests write without the writer, so it must read the bookkeeping again.
  bench.context.writer.forget()
  const { staging, changed } = await prepareChanges(bench.context, { items: [item] })
  return { staging, changes: changed.get(resource)! }
}
const texts = async (ref: ManifestRef) =>
  new Map([...(await shown(bench.db, ref))].map(([key, data]) => [key, (data as JsonObject)['text']]))

describe('row changes', () => {
  it('that are few are left to the commit, which writes them as one staging', async () => {
    const base = await storeManifest(bench.context.writer, all(10))
    await install(bench.db, base)
    const { staging, changes } = await prepare(
      change('2', verse(2, 2, 'new').data),
      change('3', null),
      change('77', null),
    )
    expect([staging, changes.manifests]).toEqual([null, [base]])
    expect([await bench.db.stagings.count(), await bench.db.manifests.count()]).toEqual([0, 1])
    expect(bench.context.tally).toMatchObject({ rowsWritten: 1, rowsDeleted: 1 })
    const [first, last] = segmentIdsOf(50)
    const placed = new PlacedDeltas(50)
    const [over] = placed.place(resource, changes)
    await bench.context.writer.write(['translation', 'manifests'], () => placed.put(bench.db))
    expect(await bench.db.segments('translation').where('id').between(first, last).count()).toBe(1)
    expect((await texts(over!)).get('2')).toBe('new')
    expect([rowCount([over!]), (await texts(over!)).has('3')]).toEqual([9, false])
  })
  it('cost the same wherever the rows are: no segment is opened, and as many are packed', async () => {
    const { db, context } = bench
    const segments = Array.from({ length: 20 }, (_, at) => all(2_000).slice(at * 100, at * 100 + 100))
    await install(db, await storeManifest(context.writer, ...segments))
    const opened = vi.spyOn(db, 'segments')
    const costOf = async (keyAt: (index: number) => number) => {
      const indexes = Array.from({ length: 600 }, (_, index) => index)
      const { changes } = await prepare(
        ...indexes.map((index) =>
          change(String(keyAt(index)), index % 5 ? verse(keyAt(index), 1, 'new').data : null),
        ),
      )
      return {
        opened: opened.mock.calls.length,
        packed: changes.deltas.map((delta) => delta.segments.length),
      }
    }
    const scattered = await costOf((index) => 1 + index * 3)
    const clustered = await costOf((index) => 1_000 + index)
    expect([scattered, clustered]).toEqual([
      { opened: 0, packed: [1] },
      { opened: 0, packed: [1] },
    ])
  })
  it('of several types are numbered through', async () => {
    await install(bench.db, await storeManifest(bench.context.writer, all(10)))
    const base = (await bench.db.resources.get(resource))!.manifests[0]!
    const id = base.id.replace(/translation$/, 'tafsir')
    const second = { ...base, id, recordType: 'tafsir' as const }
    await bench.db.manifests.put({
      ...(await bench.db.manifests.get(base.id))!,
      id,
      recordType: 'tafsir',
    })
    await bench.db.resources.update(resource, { manifests: [base, second] })
    const { changes } = await prepare(change('1', { id: 1 }), change('1', { id: 1 }, 'tafsir'))
    expect(changes.deltas.map(({ recordType }) => recordType)).toEqual(['translation', 'tafsir'])
    const placed = new PlacedDeltas(50)
    const refs = placed.place(resource, changes)
    await bench.context.writer.write(['translation', 'tafsir', 'manifests'], () => placed.put(bench.db))
    const ids = refs.map(({ deltas }) => deltas![0]!.id)
    expect(new Set(ids).size).toBe(2)
    const manifests = await bench.db.manifests.bulkGet(ids)
    expect(new Set(manifests.map((each) => each!.segments[0]!.id)).size).toBe(2)
  })
  it('that are long are written as a staging before the commit', async () => {
    const base = await storeManifest(bench.context.writer, all(10))
    await install(bench.db, base)
    const { staging, changes } = await prepare(change('2', verse(2, 2, 'x'.repeat(70_000)).data))
    expect(await bench.db.stagings.toCollection().primaryKeys()).toEqual([staging])
    expect([changes.deltas, changes.manifests[0]]).toMatchObject([[], { id: base.id, deltas: [{ keys: 1 }] }])
    expect((await texts(changes.manifests[0]!)).get('2')).toHaveLength(70_000)
  })
  it('that are too many to lie over the base are worked into it, deltas and all', async () => {
    const base = await storeManifest(bench.context.writer, all(256), all(600).slice(256))
    await install(bench.db, base)
    const { staging, changes } = await prepare(
      ...all(500).map(({ key, data }) => change(key, { ...data, text: 'new' })),
    )
    expect(await bench.db.stagings.toCollection().primaryKeys()).toEqual([staging])
    expect(changes).toMatchObject({ deltas: [], manifests: [{ rows: 600 }] })
    expect(changes.manifests[0]!.deltas).toBeUndefined()
    expect(bench.context.tally).toMatchObject({ rowsWritten: 500, rowsDeleted: 0 })
  })
  it('of a type that the resource has none of make a base of their own', async () => {
    await install(bench.db, await storeManifest(bench.context.writer, all(3)))
    const { changes } = await prepare(change('9', { id: 9 }, 'tafsir'))
    expect(changes.manifests.map(({ recordType, rows }) => [recordType, rows])).toEqual([
      ['translation', 3],
      ['tafsir', 1],
    ])
  })
  it('mark the resource where what they have to look at is damaged', async () => {
    await install(bench.db, await storeManifest(bench.context.writer, [verse(1), verse(3)]))
    await bench.db.segments('translation').clear()
    await expect(prepare(change('1', null))).rejects.toMatchObject({ code: 'resource_damaged' })
    expect(await bench.db.resources.get(resource)).toMatchObject({ needsSnapshot: 'damage' })
  })
})
