import type { JsonObject } from '@waraq/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { segmentIdsOf } from '../../store/database.ts'
import { rowCount, type DirectoryRef } from '../../store/directory.ts'
import { PlacedPatches } from '../../store/patch.ts'
import { install, resource, shown, storeDirectory, verse } from '../../store/layers.test-support.ts'
import { createRunBench, type RunBench } from './context.test-support.ts'
import type { PlannedApply, RowChange } from './plan/plan-types.ts'
import { prepareChanges } from './prepare-changes.ts'

/** Row changes before a commit: which the commit writes itself, which go into a draft, which are worked in at once. */

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
  const { draft, changed } = await prepareChanges(bench.context, { items: [item] })
  return { draft, changes: changed.get(resource)! }
}
const texts = async (ref: DirectoryRef) =>
  new Map([...(await shown(bench.db, ref))].map(([key, data]) => [key, (data as JsonObject)['text']]))

describe('row changes', () => {
  it('that are few are left to the commit, which writes them as one draft', async () => {
    const base = await storeDirectory(bench.context.writer, all(10))
    await install(bench.db, base)
    const { draft, changes } = await prepare(
      change('2', verse(2, 2, 'new').data),
      change('3', null),
      change('77', null),
    )
    expect([draft, changes.directories]).toEqual([null, [base]])
    expect([await bench.db.drafts.count(), await bench.db.directories.count()]).toEqual([0, 1])
    expect(bench.context.tally).toMatchObject({ rowsWritten: 1, rowsDeleted: 1 })
    const [first, last] = segmentIdsOf(50)
    const placed = new PlacedPatches(50)
    const [over] = placed.place(resource, changes)
    await bench.context.writer.write(['translation', 'directories'], () => placed.put(bench.db))
    expect(await bench.db.segments('translation').where('id').between(first, last).count()).toBe(1)
    expect((await texts(over!)).get('2')).toBe('new')
    expect([rowCount([over!]), (await texts(over!)).has('3')]).toEqual([9, false])
  })
  it('cost the same wherever the rows are: no segment is opened, and as many are packed', async () => {
    const { db, context } = bench
    const segments = Array.from({ length: 20 }, (_, at) => all(2_000).slice(at * 100, at * 100 + 100))
    await install(db, await storeDirectory(context.writer, ...segments))
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
        packed: changes.patches.map((patch) => patch.segments.length),
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
    await install(bench.db, await storeDirectory(bench.context.writer, all(10)))
    const base = (await bench.db.resources.get(resource))!.directories[0]!
    const id = base.id.replace(/translation$/, 'tafsir')
    const second = { ...base, id, recordType: 'tafsir' as const }
    await bench.db.directories.put({
      ...(await bench.db.directories.get(base.id))!,
      id,
      recordType: 'tafsir',
    })
    await bench.db.resources.update(resource, { directories: [base, second] })
    const { changes } = await prepare(change('1', { id: 1 }), change('1', { id: 1 }, 'tafsir'))
    expect(changes.patches.map(({ recordType }) => recordType)).toEqual(['translation', 'tafsir'])
    const placed = new PlacedPatches(50)
    const refs = placed.place(resource, changes)
    await bench.context.writer.write(['translation', 'tafsir', 'directories'], () => placed.put(bench.db))
    const ids = refs.map(({ patches }) => patches![0]!.id)
    expect(new Set(ids).size).toBe(2)
    const directories = await bench.db.directories.bulkGet(ids)
    expect(new Set(directories.map((each) => each!.segments[0]!.id)).size).toBe(2)
  })
  it('that are long are written as a draft before the commit', async () => {
    const base = await storeDirectory(bench.context.writer, all(10))
    await install(bench.db, base)
    const { draft, changes } = await prepare(change('2', verse(2, 2, 'x'.repeat(70_000)).data))
    expect(await bench.db.drafts.toCollection().primaryKeys()).toEqual([draft])
    expect([changes.patches, changes.directories[0]]).toMatchObject([
      [],
      { id: base.id, patches: [{ keys: 1 }] },
    ])
    expect((await texts(changes.directories[0]!)).get('2')).toHaveLength(70_000)
  })
  it('that are too many to lie over the base are worked into it, patches and all', async () => {
    const base = await storeDirectory(bench.context.writer, all(256), all(600).slice(256))
    await install(bench.db, base)
    const { draft, changes } = await prepare(
      ...all(500).map(({ key, data }) => change(key, { ...data, text: 'new' })),
    )
    expect(await bench.db.drafts.toCollection().primaryKeys()).toEqual([draft])
    expect(changes).toMatchObject({ patches: [], directories: [{ rows: 600 }] })
    expect(changes.directories[0]!.patches).toBeUndefined()
    expect(bench.context.tally).toMatchObject({ rowsWritten: 500, rowsDeleted: 0 })
  })
  it('of a type that the resource has none of make a base of their own', async () => {
    await install(bench.db, await storeDirectory(bench.context.writer, all(3)))
    const { changes } = await prepare(change('9', { id: 9 }, 'tafsir'))
    expect(changes.directories.map(({ recordType, rows }) => [recordType, rows])).toEqual([
      ['translation', 3],
      ['tafsir', 1],
    ])
  })
  it('mark the resource where what they have to look at is damaged', async () => {
    await install(bench.db, await storeDirectory(bench.context.writer, [verse(1), verse(3)]))
    await bench.db.segments('translation').clear()
    await expect(prepare(change('1', null))).rejects.toMatchObject({ code: 'resource_damaged' })
    expect(await bench.db.resources.get(resource)).toMatchObject({ owes: 'damage' })
  })
})
