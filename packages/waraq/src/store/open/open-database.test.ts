import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Clock } from '../../client/clock.ts'
import { openDatabase, type OpenedDatabase } from './open-database.ts'
import { loadMemory } from './load-memory.ts'
import { failing } from '../storage-faults.test-support.ts'

const opened: OpenedDatabase[] = []
afterEach(() => {
  for (const { db } of opened.splice(0)) db.close()
  vi.unstubAllGlobals()
})

/** Rests are over at once; deadlines never pass. */
const restless: Clock = {
  now: () => 0,
  monotonic: () => 0,
  sleep: (ms, signal) =>
    ms < 5_000
      ? Promise.resolve()
      : new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))),
}

async function opening(indexedDB: IDBFactory | undefined, recovery = { recreate: true, memory: true }) {
  const options = { name: 'library', indexedDB, IDBKeyRange, clock: restless, recovery, loadMemory }
  const database = await openDatabase(options)
  opened.push(database)
  return database
}

async function filled(): Promise<IDBFactory> {
  const real = new IDBFactory()
  const { db } = await opening(real)
  await db.stagings.put({ id: 7 })
  db.close()
  return real
}

describe('a database that opens', () => {
  it('is used as it is, with what it holds', async () => {
    const database = await opening(await filled())
    expect(database).toMatchObject({ kind: 'indexeddb', recreated: false, cause: null })
    expect(await database.db.stagings.count()).toBe(1)
  })

  it('after some tries is used as well, untouched', async () => {
    let refusals = 2
    const { factory } = failing(await filled(), {
      open: () => (refusals-- > 0 ? 'AbortError' : null),
      delete: () => null,
    })
    const database = await opening(factory)
    expect(database.recreated).toBe(false)
    expect(await database.db.stagings.count()).toBe(1)
  })
})

describe('a database that never opens', () => {
  it('is deleted and made anew, after three tries', async () => {
    let broken = true
    const { factory } = failing(await filled(), {
      open: () => (broken ? 'UnknownError' : null),
      delete: () => ((broken = false), null),
    })
    const database = await opening(factory)
    expect(database).toMatchObject({ kind: 'indexeddb', recreated: true, cause: { code: 'storage_lost' } })
    expect(await database.db.stagings.count()).toBe(0)
  })

  it.each([
    ['cannot be deleted either', { recreate: true, memory: true }],
    ['may not be deleted', { recreate: false, memory: true }],
  ])('and %s leaves the library in memory', async (_, recovery) => {
    const { factory } = failing(new IDBFactory(), {
      open: () => 'UnknownError',
      delete: () => 'UnknownError',
    })
    const database = await opening(factory, recovery)
    expect(database).toMatchObject({ kind: 'memory', recreated: false, cause: { code: 'storage_lost' } })
    await database.db.stagings.put({ id: 1 })
    // Engine and store of one page share the same memory.
    const other = await opening(factory, recovery)
    expect(await other.db.stagings.count()).toBe(1)
    await other.db.stagings.clear()
  })

  it('is an error where neither is allowed, and is not touched', async () => {
    const real = await filled()
    const { factory, opens } = failing(real, { open: () => 'UnknownError', delete: () => null })
    await expect(opening(factory, { recreate: false, memory: false })).rejects.toMatchObject({
      code: 'storage_lost',
      retryable: true,
    })
    expect(opens()).toBeGreaterThanOrEqual(3)
    expect(await (await opening(real)).db.stagings.count()).toBe(1)
  })
})

describe('a browser that stores nothing', () => {
  it('because it has no IndexedDB: memory at once', async () => {
    vi.stubGlobal('indexedDB', undefined)
    const database = await opening(undefined)
    expect(database).toMatchObject({ kind: 'memory', cause: { code: 'storage_unavailable' } })
  })

  it('because asking for it throws: the same', async () => {
    vi.stubGlobal('indexedDB', undefined)
    Object.defineProperty(globalThis, 'indexedDB', {
      configurable: true,
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
    expect(await opening(undefined)).toMatchObject({ kind: 'memory', cause: { code: 'storage_unavailable' } })
  })

  it('because opening is forbidden: memory without further tries, and nothing is deleted', async () => {
    let deleted = false
    const { factory, opens } = failing(new IDBFactory(), {
      open: () => 'SecurityError',
      delete: () => ((deleted = true), null),
    })
    expect(await opening(factory)).toMatchObject({ kind: 'memory', cause: { code: 'storage_unavailable' } })
    expect(opens()).toBe(1)
    expect(deleted).toBe(false)
  })

  it('is an error where no memory can be loaded, as in a service worker', async () => {
    vi.stubGlobal('indexedDB', undefined)
    const options = { name: 'no-loader', clock: restless, recovery: { recreate: true, memory: true } }
    await expect(openDatabase(options)).rejects.toMatchObject({ code: 'storage_unavailable' })
  })

  it('is an error where memory is not wanted', async () => {
    vi.stubGlobal('indexedDB', undefined)
    await expect(opening(undefined, { recreate: true, memory: false })).rejects.toMatchObject({
      code: 'storage_unavailable',
    })
  })
})
