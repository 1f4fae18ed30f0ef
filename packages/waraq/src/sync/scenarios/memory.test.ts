import { afterEach, describe, expect, it, vi } from 'vitest'
import { createBench, readerRows, serviceRows, type Bench } from '../bench.test-support.ts'
import { ignoreOneLoop, settle } from '@waraq/test-support/at-rest'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import type { ContentStore } from '../../store/read/content-store.ts'
import { openContentStore } from '../../store/read/open-content-store.ts'
import { openDatabase } from '../../store/open/open-database.ts'

/** Where the browser stores nothing, engine and store of one page share a library in memory, and say so. */

let bench: Bench
const stores: ContentStore[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const store of stores.splice(0)) store.close()
  await bench?.close()
})

/** The user has forbidden this site to store anything. */
function forbidStorage(): void {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('The user denied permission to access the database.', 'SecurityError')
  })
}

describe('a library in memory', () => {
  it('is synced and read like any other, and says that it will not last', async () => {
    bench = createBench()
    forbidStorage()
    const engine = bench.newEngine({ name: 'in memory', indexedDB: undefined })
    const store = openContentStore({ name: 'in memory' })
    stores.push(store)
    await engine.subscribe('translations:20')
    expect((await engine.sync()).outcome).toBe('current')
    expect(await readerRows(store, 'translations:20')).toEqual(serviceRows(bench.sandbox, 'translations:20'))
    expect(await engine.status()).toMatchObject({ persistent: false, subscriptions: [{ resources: 1 }] })
    bench.sandbox.invalidate('translations:20')
    expect((await engine.sync()).runs[0]).toMatchObject({
      mode: 'incremental',
      outcome: 'current',
      snapshots: 1,
    })
  })
  it('is not what an engine takes that was told to do without', async () => {
    bench = createBench()
    forbidStorage()
    const engine = bench.newEngine({
      name: 'not in memory',
      indexedDB: undefined,
      recovery: { memory: false },
    })
    await expect(engine.subscribe('translations:20')).rejects.toMatchObject({ code: 'storage_unavailable' })
    vi.restoreAllMocks()
    expect(await engine.subscribe('translations:20')).toBe('translations:20')
    expect(await engine.status()).toMatchObject({ persistent: true })
  })
})

describe("the browser's own IndexedDB", () => {
  it('that never opens is deleted and recreated', async () => {
    const real = indexedDB.open.bind(indexedDB)
    const deleted = vi.spyOn(indexedDB, 'deleteDatabase')
    vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
      if (deleted.mock.calls.length === 0)
        throw new DOMException('Internal error opening backing store', 'UnknownError')
      return real(name, version)
    })
    const clock = new VirtualClock()
    const finding = openDatabase({ name: 'browser', clock, recovery: { recreate: true, memory: false } })
    for (let rests = 0; rests < 3; rests++) {
      await settle()
      await clock.advance(2_000)
    }
    const database = await finding
    expect(database).toMatchObject({ kind: 'indexeddb', recreated: true, cause: { code: 'storage_lost' } })
    database.db.close()
  })
  it('that another tab blocks is neither deleted nor left for memory', async () => {
    const frozen = indexedDB.open('blocked', 1)
    await new Promise((resolve) => (frozen.onsuccess = resolve))
    const deleted = vi.spyOn(indexedDB, 'deleteDatabase')
    const clock = new VirtualClock()
    // The in-memory IndexedDB looks in each turn whether the other connection has closed.
    const end = ignoreOneLoop()
    const finding = openDatabase({ name: 'blocked', clock, recovery: { recreate: true, memory: true } })
    finding.catch(() => undefined)
    await clock.advance(5_000)
    end()
    await expect(finding).rejects.toMatchObject({ code: 'storage_blocked', retryable: true })
    expect(deleted).not.toHaveBeenCalled()
    frozen.result.close()
  })
})
