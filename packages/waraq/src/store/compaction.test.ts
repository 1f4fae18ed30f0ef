import { liveQuery } from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fc } from '../sync/schedule/support.test-support.ts'
import type { WaraqDatabase } from './database.ts'
import { layerIds, rowCount, type ManifestRef } from './manifest.ts'
import { Staging } from './stagings.ts'
import { compactDeltas } from './compaction.ts'
import { collectGarbage } from './garbage.ts'
import {
  changes,
  install,
  openWriter,
  resource,
  shown,
  storeManifest,
  storeDelta,
  verse,
} from './layers.test-support.ts'
import { LayerCache } from './layers.ts'
import { deltaLimits } from './delta.ts'
import { claimWriter, readCounters, type Writer } from './writer.ts'

/** Deltas worked into their manifest: the same rows, in another place. */

let db: WaraqDatabase
let writer: Writer
beforeEach(async () => void ({ db, writer } = await openWriter()))
afterEach(() => {
  vi.restoreAllMocks()
  db.close()
})

const never = new AbortController().signal
const compact = (contended = never, signal = never) => {
  // The tests install without the writer, so it must read the bookkeeping again.
  writer.forget()
  return compactDeltas(writer, new LayerCache(), signal, contended)
}
const now = async () => (await db.resources.get(resource))!
const only = async () => (await now()).manifests[0]!

/** As many deltas as are due for compacting; the last ones change one row. */
async function due(base: ManifestRef, ...overs: Parameters<typeof changes>[]): Promise<ManifestRef> {
  let ref = base
  for (const over of overs) ref = await storeDelta(writer, ref, changes(...over))
  while ((ref.deltas?.length ?? 0) < deltaLimits.count)
    ref = await storeDelta(writer, ref, changes(verse(1, 1, `refresh ${ref.deltas?.length}`)))
  await install(db, ref)
  return ref
}

describe('deltas that are due', () => {
  it('become a manifest of the same rows, and all that it does not share is collected', async () => {
    const base = await storeManifest(
      writer,
      [verse(1), verse(2)],
      [verse(11), verse(12)],
      [verse(21), verse(22)],
    )
    const ref = await due(base, [verse(2, 2, 'changed'), 11, 12], [verse(30), verse(11, 11, 'back')], [30])
    const [before, rows] = [await now(), await shown(db, ref)]
    await compact()
    const compacted = await only()
    expect(compacted.deltas).toBeUndefined()
    expect(await shown(db, compacted)).toEqual(rows)
    expect(compacted.rows).toBe(rowCount([ref]))
    expect({ ...(await now()), manifests: [] }).toEqual({ ...before, manifests: [] })
    await collectGarbage(writer)
    const [manifest] = await db.manifests.toArray()
    expect([await db.manifests.count(), manifest!.id]).toEqual([1, compacted.id])
    const ids = await db.segments('translation').toCollection().primaryKeys()
    expect(ids).toEqual(manifest!.segments.map(({ id }) => id).sort((a, b) => a - b))
    // The segment that no change touched is shared with the manifest before.
    expect(Math.min(...ids)).toBeLessThan(Math.max(...ids) - 1_000)
    expect([await db.garbage.count(), await db.stagings.count()]).toEqual([0, 0])
  })
  it('have the same rows after compacting, by any changes', async () => {
    const change = fc.oneof(
      fc.integer({ min: 1, max: 12 }),
      fc
        .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 20 }), fc.string({ maxLength: 3 }))
        .map(([id, place, text]) => verse(id, place, text)),
    )
    const deltas = fc.array(fc.array(change, { minLength: 1, maxLength: 5 }), {
      minLength: deltaLimits.count,
      maxLength: deltaLimits.count,
    })
    await fc.assert(
      fc.asyncProperty(deltas, async (overs) => {
        const base = await storeManifest(
          writer,
          [verse(1), verse(2), verse(3)],
          [verse(4), verse(6)],
          [verse(9)],
        )
        const model = new Map<string, unknown>([1, 2, 3, 4, 6, 9].map((id) => [String(id), verse(id).data]))
        for (const over of overs) {
          for (const [key, data] of changes(...over)) {
            if (data === null) model.delete(key)
            else model.set(key, data)
          }
        }
        const ref = await due(base, ...overs)
        expect(await shown(db, ref)).toEqual(model)
        expect(rowCount([ref])).toBe(model.size)
        await compact()
        expect(await shown(db, await only())).toEqual(model)
      }),
      { numRuns: 20 },
    )
  })
  it('count no commit and wake no live query, nor does collecting what they were', async () => {
    const ref = await due(await storeManifest(writer, [verse(1), verse(2)]))
    const commits = (await readCounters(db)).commits
    const segments = await db.segments('translation').toCollection().primaryKeys()
    let answers = 0
    const reported = vi.fn()
    const watched = liveQuery(async () => {
      answers++
      const [record] = await db.resources.toArray()
      await db.manifests.bulkGet(layerIds([ref]))
      await db.segments('translation').bulkGet(segments)
      return record
    }).subscribe(reported)
    await vi.waitFor(() => expect(reported).toHaveBeenCalledTimes(1))
    await compact()
    await collectGarbage(writer)
    expect((await only()).id).not.toBe(ref.id)
    // A write that live queries notice. Its answer would come after those of the writes before it.
    await db.resources.update(resource, { freshAt: 'told' })
    await vi.waitFor(() => expect(reported).toHaveBeenCalledTimes(2))
    watched.unsubscribe()
    expect(answers).toBe(2)
    expect((await readCounters(db)).commits).toBe(commits)
  })
  it('wait where a sync waits, and where few of them lie there', async () => {
    const ref = await due(await storeManifest(writer, [verse(1)]))
    await compact(AbortSignal.abort())
    expect(await only()).toEqual(ref)
    await expect(compact(never, AbortSignal.abort(new Error('closed')))).rejects.toThrow('closed')
    const fewer = { ...ref, deltas: ref.deltas!.slice(1) }
    await install(db, fewer)
    await compact()
    expect(await only()).toEqual(fewer)
  })
  it('are left as they are where their resource needs a snapshot', async () => {
    const ref = await due(await storeManifest(writer, [verse(1)]))
    await db.resources.update(resource, { needsSnapshot: 'resync' })
    await compact()
    expect(await only()).toEqual(ref)
  })
})

describe('a compaction that does not come to its end', () => {
  /** Does something when the compaction has written its staging, before it commits. */
  const beforeCommit = (act: () => Promise<unknown>) => {
    const { finish } = Staging.prototype
    vi.spyOn(Staging.prototype, 'finish').mockImplementation(async function (this: Staging, manifests) {
      const refs = await finish.call(this, manifests)
      await act()
      return refs
    })
  }

  it('leaves nothing behind where it dies, and is done again', async () => {
    const ref = await due(await storeManifest(writer, [verse(1), verse(2)]))
    const rows = await shown(db, ref)
    const segments = await db.segments('translation').count()
    beforeCommit(() => Promise.reject(new Error('died')))
    await expect(compact()).rejects.toThrow('died')
    vi.restoreAllMocks()
    expect(await only()).toEqual(ref)
    await collectGarbage(writer)
    expect([await db.segments('translation').count(), await db.stagings.count()]).toEqual([segments, 0])
    await compact()
    expect(await shown(db, await only())).toEqual(rows)
  })
  it('has no effect where another writer took over', async () => {
    const ref = await due(await storeManifest(writer, [verse(1)]))
    beforeCommit(() => claimWriter(db, 'b'))
    await expect(compact()).rejects.toMatchObject({ code: 'writer_superseded' })
    expect(await only()).toEqual(ref)
  })
  it('leaves alone what was replaced meanwhile', async () => {
    await due(await storeManifest(writer, [verse(1)]))
    const other = await storeManifest(writer, [verse(7)])
    const keys = () => db.segments('translation').toCollection().primaryKeys()
    const before = await keys()
    beforeCommit(() => install(db, other))
    await compact()
    vi.restoreAllMocks()
    expect(await only()).toEqual(other)
    await collectGarbage(writer)
    expect(await shown(db, other)).toEqual(new Map([['7', verse(7).data]]))
    expect(await keys()).toEqual(before)
    expect(await db.stagings.count()).toBe(0)
  })
  it.each([
    ['the manifest lost a segment', (ref: ManifestRef) => db.manifests.get(ref.id)],
    ['a delta lost its segment', (ref: ManifestRef) => db.manifests.get(ref.deltas![0]!.id)],
  ])('marks the resource where %s', async (_, find) => {
    const ref = await due(await storeManifest(writer, [verse(1), verse(3)]))
    const harmed = (await find(ref))!
    await db.segments('translation').delete(harmed.segments[0]!.id)
    await compact()
    expect(await now()).toMatchObject({ needsSnapshot: 'damage', manifests: [ref] })
  })
  it('marks the resource where it would have other rows than its layers', async () => {
    const ref = await due(await storeManifest(writer, [verse(1), verse(3)]))
    const wrong = { ...ref, deltas: ref.deltas!.map((delta) => ({ ...delta, added: delta.added + 1 })) }
    await install(db, wrong)
    await compact()
    expect(await now()).toMatchObject({ needsSnapshot: 'damage', manifests: [wrong] })
  })
})
