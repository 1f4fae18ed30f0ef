import { afterEach, expect, it, vi } from 'vitest'
import { createBench, type Bench } from '../sync/bench.test-support.ts'
import { dueForAudit, isSound, noteAudit } from './audit.ts'
import type { WaraqDatabase } from './database.ts'
import type { ResourceRecord } from './records.ts'
import { claimWriter, type Writer } from './writer.ts'

/** Which resource is audited next, what the audit finds, and what it notes. */

const perRead = 8
const dayMs = 24 * 3_600_000
const now = Date.UTC(2026, 10, 22)

let bench: Bench
afterEach(() => {
  vi.restoreAllMocks()
  return bench.close()
})

async function synced(filter = 'translations:20'): Promise<Writer> {
  bench = createBench({ sandbox: { content: { chapters: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] } } })
  await bench.engine.subscribe(filter)
  await bench.engine.sync()
  // The engine's own audit comes after its report, in the same turn.
  await bench.engine.verify({ group: 'articles', id: 999 })
  return writerOf(bench.db)
}

async function writerOf(db: WaraqDatabase): Promise<Writer> {
  return claimWriter(db, 'x')
}

async function damageLast(db: WaraqDatabase): Promise<void> {
  const segment = (await db.segments('translation').toCollection().last())!
  segment.rows[segment.rows.indexOf(0x20) + 1] = 0x23
  await db.segments('translation').put(segment)
}

/** Audits the resource; returns whether it is sound, and how often the audit rested. */
async function look({ db }: Writer): Promise<{ sound: boolean; rests: number }> {
  const rest = vi.fn(() => Promise.resolve())
  const resource = (await db.resources.get('translations:20'))!
  const sound = await isSound((work) => work(db), resource, rest)
  return { sound, rests: rest.mock.calls.length }
}

it('reads a resource whole, a few segments at a time', async () => {
  const writer = await synced()
  const segments = await writer.db.segments('translation').count()
  expect(segments).toBeGreaterThan(2 * perRead)
  expect(await look(writer)).toEqual({ sound: true, rests: Math.ceil(segments / perRead) })
  await damageLast(writer.db)
  expect(await look(writer)).toMatchObject({ sound: false })
})

it('finds a manifest and a segment that are gone', async () => {
  const writer = await synced()
  const { id } = (await writer.db.segments('translation').toCollection().last())!
  await writer.db.segments('translation').delete(id)
  expect(await look(writer)).toMatchObject({ sound: false })
  await writer.db.manifests.clear()
  expect(await look(writer)).toEqual({ sound: false, rests: 0 })
})

it('begins a week after the first sync, and looks each resource through about once a week', async () => {
  const writer = await synced('articles:1;translations:20')
  const { committedAt } = (await bench.db.resources.get('articles:1'))!
  const looks: string[] = []
  for (let day = 1; day <= 15; day++) {
    const time = committedAt + day * dayMs
    const due = dueForAudit(await writer.known(), time)
    if ('at' in due) continue
    looks.push(`day ${day}: ${due.resource.key}`)
    await noteAudit(writer, due.resource, true, time)
  }
  expect(looks).toEqual(['day 4: articles:1', 'day 8: translations:20', 'day 12: articles:1'])
})

it.each([
  ['a day after the last one', now + dayMs, false],
  ['a week after it', now + 7 * dayMs, true],
  ['where the clock was set back', now - 30 * dayMs, true],
])('is due %s: %s', async (_, time, expected) => {
  await synced()
  await bench.db.meta.put({ key: 'audit', last: 'translations:20', at: now })
  const due = dueForAudit(await (await writerOf(bench.db)).known(), time)
  expect(due).toMatchObject(expected ? { resource: { key: 'translations:20' } } : { at: now + 7 * dayMs })
})

it('is due where a version that did not say when left its note, and not for what needs its rows already', async () => {
  await synced()
  await bench.db.meta.put({ key: 'audit', last: '' })
  const due = async () => dueForAudit(await (await writerOf(bench.db)).known(), now)
  expect(await due()).toMatchObject({ resource: { key: 'translations:20' } })
  await bench.db.resources.update('translations:20', { needsSnapshot: 'resync' })
  expect(await due()).toEqual({ at: now })
})

it('a damaged resource needs its snapshot, unless its rows were replaced meanwhile', async () => {
  const writer = await synced()
  const { resources } = writer.db
  const looked = (await resources.get('translations:20')) as ResourceRecord
  const needsSnapshot = async () => (await resources.get('translations:20'))!.needsSnapshot
  await noteAudit(writer, looked, true, now)
  expect(await needsSnapshot()).toBeNull()
  const [ref] = looked.manifests
  await resources.update('translations:20', { manifests: [{ ...ref!, digest: 1 }] })
  await noteAudit(writer, looked, false, now)
  expect(await needsSnapshot()).toBeNull()
  await resources.put(looked)
  await noteAudit(writer, looked, false, now)
  expect(await needsSnapshot()).toBe('damage')
  expect(await writer.db.meta.get('audit')).toEqual({ key: 'audit', last: 'translations:20', at: now })
})
