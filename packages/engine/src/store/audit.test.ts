import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, expect, it, vi } from 'vitest'
import { createBench, type Bench } from '../bench.test-support.ts'
import { auditNext, AuditProgress } from './audit.ts'
import type { WaraqDatabase } from './database.ts'
import { claimWriter, type Writer } from './writer.ts'

/** A look at content that gives way to whoever waits, and comes to its end all the same. */

const perRead = 8
const dayMs = 24 * 3_600_000
const now = Date.UTC(2026, 10, 22)
/** As versions that did not say when left it. */
const neverLookedThrough = { key: 'audit', last: '' } as const

let bench: Bench
afterEach(() => {
  vi.restoreAllMocks()
  return bench.close()
})

async function synced(): Promise<Writer> {
  bench = createBench({ sandbox: { content: { chapters: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] } } })
  await bench.engine.subscribe('translations:20')
  await bench.engine.sync()
  await bench.db.meta.put(neverLookedThrough)
  return writerOf(bench.db)
}

async function writerOf(db: WaraqDatabase): Promise<Writer> {
  const claimed = await claimWriter(db, { holder: 'x', now: 0, respectLease: false })
  if (!('writer' in claimed)) throw new Error('refused')
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
    found.push(await auditNext(writer, now, new AbortController().signal, progress, AbortSignal.abort()))
  }
  expect(found).toEqual([...Array<undefined>(calls - 1), 'translations:20'])
  expect(await writer.db.resources.get('translations:20')).toMatchObject({ owes: 'damage' })
})

it('reads all of it at once where nobody waits', async () => {
  const writer = await synced()
  await damageLast(writer.db)
  expect(await auditNext(writer, now, new AbortController().signal)).toBe('translations:20')
})

it('looks at each resource again from its beginning once it is through', async () => {
  const writer = await synced()
  const progress = new AuditProgress()
  const { signal } = new AbortController()
  expect(await auditNext(writer, now, signal, progress)).toBeUndefined()
  await damageLast(writer.db)
  expect(await auditNext(writer, now + 7 * dayMs, signal, progress)).toBe('translations:20')
})

it('begins a week after the first sync, and looks each resource through about once a week', async () => {
  bench = createBench({ sandbox: { content: 'small' } })
  await bench.engine.subscribe('articles:1;translations:20')
  await bench.engine.sync()
  const writer = await writerOf(bench.db)
  await bench.db.meta.delete('audit')
  const looks: string[] = []
  const progress = new AuditProgress()
  for (let day = 1; day <= 15; day++) {
    await auditNext(writer, now + day * dayMs, new AbortController().signal, progress)
    const { last, at } = (await bench.db.meta.get('audit')) as { last: string; at: number }
    if (at === now + day * dayMs) looks.push(`day ${day}: ${last}`)
  }
  expect(looks).toEqual(['day 1: ', 'day 5: articles:1', 'day 9: translations:20', 'day 13: articles:1'])
})

it('asks the database for nothing before the next look is due, and looks again where the clock was set back', async () => {
  const writer = await synced()
  const { signal } = new AbortController()
  const progress = new AuditProgress()
  await auditNext(writer, now, signal, progress)
  const transaction = vi.spyOn(writer.db, 'transaction')
  await auditNext(writer, now + dayMs, signal, progress)
  expect(transaction).not.toHaveBeenCalled()
  await damageLast(writer.db)
  // Another engine, which knows only what the database says.
  expect(await auditNext(writer, now + dayMs, signal)).toBeUndefined()
  expect(await auditNext(writer, now - 30 * dayMs, signal)).toBe('translations:20')
})

it('a sync that is called while an engine looks at content does not wait for the end of it', async () => {
  await synced()
  const engine = bench.newEngine()
  const read = vi.spyOn(IDBObjectStore.prototype, 'get')
  const segmentsRead = () =>
    (read.mock.contexts as { name: string }[]).filter(({ name }) => name === 'translation').length
  const syncs = [engine.sync(), engine.sync()]
  const outcomes = (await Promise.all(syncs)).map(({ outcome }) => outcome)
  expect(outcomes).toEqual(['current', 'current'])
  expect(segmentsRead()).toBeGreaterThan(0)
  expect(segmentsRead()).toBeLessThanOrEqual(perRead)
})
