import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, expect, it, vi } from 'vitest'
import { createBench, type Bench } from '../bench.test-support.ts'
import { auditNext, AuditProgress } from './audit.ts'
import type { WaraqDatabase } from './database.ts'
import { claimWriter, type Writer } from './writer.ts'

/** A look at content that gives way to whoever waits, and comes to its end all the same. */

const perRead = 8

let bench: Bench
afterEach(() => {
  vi.restoreAllMocks()
  return bench.close()
})

async function synced(): Promise<Writer> {
  bench = createBench({ sandbox: { content: { chapters: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] } } })
  await bench.engine.subscribe('translations:20')
  await bench.engine.sync()
  const { db } = bench
  const claimed = await claimWriter(db, { holder: 'x', now: 0, respectLease: false })
  if (!('writer' in claimed)) throw new Error('refused')
  await db.meta.delete('audit')
  return claimed.writer
}

async function damageLast(db: WaraqDatabase): Promise<void> {
  const segment = (await db.segments('translation').toCollection().last())!
  segment.rows[segment.rows.indexOf(0x20) + 1] = 0x23
  await db.segments('translation').put(segment)
}

it('reads a part of a resource where somebody waits, and the rest with the next calls', async () => {
  const writer = await synced()
  const segments = await writer.db.segments('translation').count()
  expect(segments).toBeGreaterThan(2 * perRead)
  await damageLast(writer.db)
  const progress = new AuditProgress()
  const calls = Math.ceil(segments / perRead)
  const found = []
  for (let call = 0; call < calls; call++) {
    found.push(await auditNext(writer, new AbortController().signal, progress, AbortSignal.abort()))
  }
  expect(found).toEqual([...Array<undefined>(calls - 1), 'translations:20'])
  expect(await writer.db.resources.get('translations:20')).toMatchObject({ owes: 'damage' })
})

it('reads all of it at once where nobody waits', async () => {
  const writer = await synced()
  await damageLast(writer.db)
  expect(await auditNext(writer, new AbortController().signal)).toBe('translations:20')
})

it('looks at each resource again from its beginning once it is through', async () => {
  const writer = await synced()
  const progress = new AuditProgress()
  const { signal } = new AbortController()
  expect(await auditNext(writer, signal, progress)).toBeUndefined()
  await damageLast(writer.db)
  expect(await auditNext(writer, signal, progress)).toBe('translations:20')
})

it('a sync that is called while an engine looks at content does not wait for the end of it', async () => {
  await synced()
  const read = vi.spyOn(IDBObjectStore.prototype, 'get')
  const segmentsRead = () =>
    (read.mock.contexts as { name: string }[]).filter(({ name }) => name === 'translation').length
  const syncs = [bench.engine.sync(), bench.engine.sync()]
  const outcomes = (await Promise.all(syncs)).map(({ outcome }) => outcome)
  expect(outcomes).toEqual(['current', 'current'])
  expect(segmentsRead()).toBeGreaterThan(0)
  expect(segmentsRead()).toBeLessThanOrEqual(perRead)
})
