import { systemClock } from '../../client/clock.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { resolveFreshness } from '../freshness.ts'
import type { WaraqDatabase } from '../database.ts'
import type { ManifestRef } from '../manifest.ts'
import { compactDeltas } from '../compaction.ts'
import {
  changes,
  install,
  openWriter,
  recordType,
  resource,
  storeManifest,
  storeDelta,
  verse,
} from '../layers.test-support.ts'
import { LayerCache } from '../layers.ts'
import type { Writer } from '../writer.ts'
import { DatabaseReads } from './database-reads.ts'
import { readRowChanges } from './row-changes.ts'

const ref = { group: 'translations', id: 20 }

let db: WaraqDatabase
let writer: Writer
let base: ManifestRef
beforeEach(async () => {
  ;({ db, writer } = await openWriter())
  base = await storeManifest(writer, [verse(1), verse(2), verse(3)])
  await install(db, base)
})
afterEach(() => db.close())

/** Reads as a session does that has just begun. */
const since = (mark?: string) => {
  const reads = new DatabaseReads(resolveFreshness(undefined), systemClock)
  return readRowChanges(db, reads, recordType, ref, mark, [])
}
const lay = async (over: ManifestRef, ...changed: Parameters<typeof changes>) => {
  const laid = await storeDelta(writer, over, changes(...changed))
  await install(db, laid)
  return laid
}

it('are none where nothing was committed, and unknown without a mark', async () => {
  const first = await since()
  expect(first!.recordKeys).toBeNull()
  await db.resources.update(resource, { asOf: 99, committedAt: 99 })
  expect(await since(first!.mark)).toEqual({ mark: first!.mark, recordKeys: [] })
})

it('are the rows that deltas decide since the mark, each once', async () => {
  const first = await since()
  const one = await lay(base, verse(2, 2, 'corrected'), 3)
  const second = await since(first!.mark)
  await lay(one, verse(2, 2, 'again'), verse(9))
  const [both, last] = [await since(first!.mark), await since(second!.mark)]
  expect([second, both, last].map((each) => [...each!.recordKeys!].sort())).toEqual([
    ['2', '3'],
    ['2', '3', '9'],
    ['2', '9'],
  ])
  expect(both!.mark).toBe(last!.mark)
})

it('are unknown after a compaction, in another refresh, and where the mark is of later rows', async () => {
  const first = await since()
  const laid = await lay(base, 3)
  const { mark } = (await since(first!.mark))!
  writer.forget()
  const never = new AbortController().signal
  await compactDeltas(writer, new LayerCache(), never, never, () => true)
  expect((await since(mark))!.recordKeys).toBeNull()
  await install(db, await storeManifest(writer, [verse(1)]))
  expect((await since(mark))!.recordKeys).toBeNull()
  await install(db, base)
  expect((await since(mark))!.recordKeys).toBeNull()
  expect(laid.deltas).toHaveLength(1)
})

it('are undefined where there are no rows to read', async () => {
  await db.resources.update(resource, { needsSnapshot: 'damage' })
  expect(await since()).toBeUndefined()
  await db.resources.clear()
  expect(await since()).toBeUndefined()
})
