import { liveQuery } from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fc } from '../sync/schedule/support.test-support.ts'
import type { WaraqDatabase } from './database.ts'
import { layerIds, rowCount, type DirectoryRef } from './directory.ts'
import { Draft } from './drafts.ts'
import { foldPatches } from './fold.ts'
import { collectGarbage } from './garbage.ts'
import {
  changes,
  install,
  openWriter,
  resource,
  shown,
  storeDirectory,
  storePatch,
  verse,
} from './layers.test-support.ts'
import { LayerCache } from './layers.ts'
import { patchLimits } from './patch.ts'
import { claimWriter, readCounters, type Writer } from './writer.ts'

/** Patches worked into their directory: the same rows, in another place. */

let db: WaraqDatabase
let writer: Writer
beforeEach(async () => void ({ db, writer } = await openWriter()))
afterEach(() => {
  vi.restoreAllMocks()
  db.close()
})

const never = new AbortController().signal
const fold = (wanted = never, signal = never) => {
  // The tests install without the writer, so it must read the bookkeeping again.
  writer.forget()
  return foldPatches(writer, new LayerCache(), signal, wanted)
}
const now = async () => (await db.resources.get(resource))!
const only = async () => (await now()).directories[0]!

/** As many patches as are due for folding; the last ones change one row. */
async function due(base: DirectoryRef, ...overs: Parameters<typeof changes>[]): Promise<DirectoryRef> {
  let ref = base
  for (const over of overs) ref = await storePatch(writer, ref, changes(...over))
  while ((ref.patches?.length ?? 0) < patchLimits.count)
    ref = await storePatch(writer, ref, changes(verse(1, 1, `edition ${ref.patches?.length}`)))
  await install(db, ref)
  return ref
}

describe('patches that are due', () => {
  it('become a directory of the same rows, and all that it does not share is collected', async () => {
    const base = await storeDirectory(
      writer,
      [verse(1), verse(2)],
      [verse(11), verse(12)],
      [verse(21), verse(22)],
    )
    const ref = await due(base, [verse(2, 2, 'changed'), 11, 12], [verse(30), verse(11, 11, 'back')], [30])
    const [before, rows] = [await now(), await shown(db, ref)]
    await fold()
    const folded = await only()
    expect(folded.patches).toBeUndefined()
    expect(await shown(db, folded)).toEqual(rows)
    expect(folded.rows).toBe(rowCount([ref]))
    expect({ ...(await now()), directories: [] }).toEqual({ ...before, directories: [] })
    await collectGarbage(writer)
    const [directory] = await db.directories.toArray()
    expect([await db.directories.count(), directory!.id]).toEqual([1, folded.id])
    const ids = await db.segments('translation').toCollection().primaryKeys()
    expect(ids).toEqual(directory!.segments.map(({ id }) => id).sort((a, b) => a - b))
    // The segment that no change touched is shared with the directory before.
    expect(Math.min(...ids)).toBeLessThan(Math.max(...ids) - 1_000)
    expect([await db.garbage.count(), await db.drafts.count()]).toEqual([0, 0])
  })
  it('have the same rows after folding, by any changes', async () => {
    const change = fc.oneof(
      fc.integer({ min: 1, max: 12 }),
      fc
        .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 20 }), fc.string({ maxLength: 3 }))
        .map(([id, place, text]) => verse(id, place, text)),
    )
    const patches = fc.array(fc.array(change, { minLength: 1, maxLength: 5 }), {
      minLength: patchLimits.count,
      maxLength: patchLimits.count,
    })
    await fc.assert(
      fc.asyncProperty(patches, async (overs) => {
        const base = await storeDirectory(
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
        await fold()
        expect(await shown(db, await only())).toEqual(model)
      }),
      { numRuns: 40 },
    )
  })
  it('count no commit and wake no live query, nor does collecting what they were', async () => {
    const ref = await due(await storeDirectory(writer, [verse(1), verse(2)]))
    const commits = (await readCounters(db)).commits
    const segments = await db.segments('translation').toCollection().primaryKeys()
    let answers = 0
    const told = vi.fn()
    const watched = liveQuery(async () => {
      answers++
      const [record] = await db.resources.toArray()
      await db.directories.bulkGet(layerIds([ref]))
      await db.segments('translation').bulkGet(segments)
      return record
    }).subscribe(told)
    await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1))
    await fold()
    await collectGarbage(writer)
    expect((await only()).id).not.toBe(ref.id)
    // A write that live queries notice. Its answer would come after those of the writes before it.
    await db.resources.update(resource, { freshAt: 'told' })
    await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(2))
    watched.unsubscribe()
    expect(answers).toBe(2)
    expect((await readCounters(db)).commits).toBe(commits)
  })
  it('wait where a sync waits, and where few of them lie there', async () => {
    const ref = await due(await storeDirectory(writer, [verse(1)]))
    await fold(AbortSignal.abort())
    expect(await only()).toEqual(ref)
    await expect(fold(never, AbortSignal.abort(new Error('closed')))).rejects.toThrow('closed')
    const fewer = { ...ref, patches: ref.patches!.slice(1) }
    await install(db, fewer)
    await fold()
    expect(await only()).toEqual(fewer)
  })
  it('are left as they are where their resource owes a snapshot', async () => {
    const ref = await due(await storeDirectory(writer, [verse(1)]))
    await db.resources.update(resource, { owes: 'resync' })
    await fold()
    expect(await only()).toEqual(ref)
  })
})

describe('a fold that does not come to its end', () => {
  /** Does something when the fold has written its draft, before it commits. */
  const beforeCommit = (act: () => Promise<unknown>) => {
    const { finish } = Draft.prototype
    vi.spyOn(Draft.prototype, 'finish').mockImplementation(async function (this: Draft, directories) {
      const refs = await finish.call(this, directories)
      await act()
      return refs
    })
  }

  it('leaves nothing behind where it dies, and is done again', async () => {
    const ref = await due(await storeDirectory(writer, [verse(1), verse(2)]))
    const rows = await shown(db, ref)
    const segments = await db.segments('translation').count()
    beforeCommit(() => Promise.reject(new Error('died')))
    await expect(fold()).rejects.toThrow('died')
    vi.restoreAllMocks()
    expect(await only()).toEqual(ref)
    await collectGarbage(writer)
    expect([await db.segments('translation').count(), await db.drafts.count()]).toEqual([segments, 0])
    await fold()
    expect(await shown(db, await only())).toEqual(rows)
  })
  it('has no effect where another writer took over', async () => {
    const ref = await due(await storeDirectory(writer, [verse(1)]))
    beforeCommit(() => claimWriter(db, 'b'))
    await expect(fold()).rejects.toMatchObject({ code: 'writer_superseded' })
    expect(await only()).toEqual(ref)
  })
  it('leaves alone what was replaced meanwhile', async () => {
    await due(await storeDirectory(writer, [verse(1)]))
    const other = await storeDirectory(writer, [verse(7)])
    const keys = () => db.segments('translation').toCollection().primaryKeys()
    const before = await keys()
    beforeCommit(() => install(db, other))
    await fold()
    vi.restoreAllMocks()
    expect(await only()).toEqual(other)
    await collectGarbage(writer)
    expect(await shown(db, other)).toEqual(new Map([['7', verse(7).data]]))
    expect(await keys()).toEqual(before)
    expect(await db.drafts.count()).toBe(0)
  })
  it.each([
    ['the directory lost a segment', (ref: DirectoryRef) => db.directories.get(ref.id)],
    ['a patch lost its segment', (ref: DirectoryRef) => db.directories.get(ref.patches![0]!.id)],
  ])('marks the resource where %s', async (_, find) => {
    const ref = await due(await storeDirectory(writer, [verse(1), verse(3)]))
    const harmed = (await find(ref))!
    await db.segments('translation').delete(harmed.segments[0]!.id)
    await fold()
    expect(await now()).toMatchObject({ owes: 'damage', directories: [ref] })
  })
  it('marks the resource where it would have other rows than its layers', async () => {
    const ref = await due(await storeDirectory(writer, [verse(1), verse(3)]))
    const wrong = { ...ref, patches: ref.patches!.map((patch) => ({ ...patch, added: patch.added + 1 })) }
    await install(db, wrong)
    await fold()
    expect(await now()).toMatchObject({ owes: 'damage', directories: [wrong] })
  })
})
