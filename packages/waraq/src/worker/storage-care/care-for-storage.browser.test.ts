import { relayTokens } from '../../client/relay-tokens.ts'
import { liveQuery } from 'dexie'
import { afterEach, expect, inject, it, vi } from 'vitest'
import { createSyncEngine } from '../../sync/engine/create-sync-engine.ts'
import type { SyncEngine } from '../../sync/api/sync-engine.ts'
import { WaraqDatabase } from '../../store/database.ts'
import { careForStorage, type StorageCare } from './care-for-storage.ts'
import { readUsage, UsageBook } from '../../store/read/usage.ts'

/** Parts that only a real browser has: a storage manager, `localStorage`, and Dexie on native promises. */

const services = inject('services')
const open: { close(): void | Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close()
  for (const key of ['waraq:cared:current', 'waraq:persistence-asked']) localStorage.removeItem(key)
  for (const name of ['cared', 'used']) indexedDB.deleteDatabase(name)
})
const until = (condition: () => boolean | Promise<boolean>) => vi.waitUntil(condition, { timeout: 30_000 })

function visit(onEvicted?: (filters: readonly string[]) => void): { engine: SyncEngine; care: StorageCare } {
  const { contentRoot, relay } = services
  const engine = createSyncEngine({ contentRoot, tokens: relayTokens(relay), name: 'cared' })
  const care = careForStorage(engine, { onEvicted })
  open.push(engine, care)
  return { engine, care }
}

it('a library that was cleared is noticed by the mark in localStorage, and comes back', async () => {
  const first = visit()
  await first.engine.subscribe('translations:20')
  await first.engine.sync()
  await until(() => localStorage.getItem('waraq:cared:current') !== null)
  // The answer may be either; Chromium gives one without asking the visitor.
  await until(() => localStorage.getItem('waraq:persistence-asked') !== null)
  await until(() => first.care.state.persisted !== null)
  first.care.close()
  await first.engine.close()
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase('cared')
    request.addEventListener('success', resolve)
    request.addEventListener('error', reject)
  })

  const had: string[] = []
  const second = visit((filters) => had.push(...filters))
  await until(() => had.length > 0)
  expect(had).toEqual(['translations:20'])
  expect(second.care.state.evicted).toBe(true)
  await second.engine.sync()
  await until(() => !second.care.state.evicted)
})

it('use is noted in the middle of a live query', async () => {
  const db = new WaraqDatabase({ name: 'used' })
  open.push({ close: () => db.close() })
  await db.open()
  await db.resources.put({ key: 'translations:20' } as never)
  const clock = { now: () => 5, monotonic: () => 0 }
  const book = new UsageBook(db, clock, (work) => {
    const id = setTimeout(work, 0)
    return () => clearTimeout(id)
  })
  let ran = 0
  const subscription = liveQuery(async () => {
    ran++
    await db.transaction('r', [db.resources], async () => {
      await db.resources.get('translations:20')
      book.used({ group: 'translations', id: 20 })
      await db.resources.get('tafsirs:169')
    })
  }).subscribe(() => undefined)
  await until(async () => (await readUsage(db)).has('translations:20'))
  expect(ran).toBe(1)
  subscription.unsubscribe()
})
