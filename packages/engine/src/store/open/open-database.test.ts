import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Clock } from '@waraq/client'
import { findHome, type Home } from './open-database.ts'
import { loadMemory } from './load-memory.ts'

const homes: Home[] = []
afterEach(() => {
  for (const { db } of homes.splice(0)) db.close()
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

/** An IndexedDB that refuses to open, and to delete, as long as it is told to. */
function failing(real: IDBFactory, refuse: { open: () => string | null; delete: () => string | null }) {
  let opens = 0
  const refused = (name: string): IDBOpenDBRequest => {
    const request = { error: new DOMException('refused', name) } as unknown as IDBOpenDBRequest
    queueMicrotask(() =>
      request.onerror?.({ target: request, preventDefault: () => undefined } as unknown as Event),
    )
    return request
  }
  const factory = {
    open: (name: string, version?: number) => {
      opens += 1
      const problem = refuse.open()
      return problem ? refused(problem) : real.open(name, version)
    },
    deleteDatabase: (name: string) => {
      const problem = refuse.delete()
      return problem ? refused(problem) : real.deleteDatabase(name)
    },
    databases: () => real.databases(),
    cmp: (a: unknown, b: unknown) => real.cmp(a, b),
  } as unknown as IDBFactory
  return { factory, opens: () => opens }
}

async function find(indexedDB: IDBFactory | undefined, recovery = { recreate: true, memory: true }) {
  const options = { name: 'homes', indexedDB, IDBKeyRange, clock: restless, recovery, loadMemory }
  const home = await findHome(options)
  homes.push(home)
  return home
}

async function filled(): Promise<IDBFactory> {
  const real = new IDBFactory()
  const { db } = await find(real)
  await db.drafts.put({ id: 7 })
  db.close()
  return real
}

describe('a database that opens', () => {
  it('is home, with what it holds', async () => {
    const home = await find(await filled())
    expect(home).toMatchObject({ kind: 'indexeddb', recreated: false, cause: null })
    expect(await home.db.drafts.count()).toBe(1)
  })

  it('after some tries is home as well, untouched', async () => {
    let refusals = 2
    const { factory } = failing(await filled(), {
      open: () => (refusals-- > 0 ? 'AbortError' : null),
      delete: () => null,
    })
    const home = await find(factory)
    expect(home.recreated).toBe(false)
    expect(await home.db.drafts.count()).toBe(1)
  })
})

describe('a database that never opens', () => {
  it('is deleted and made anew, after three tries', async () => {
    let broken = true
    const { factory } = failing(await filled(), {
      open: () => (broken ? 'UnknownError' : null),
      delete: () => ((broken = false), null),
    })
    const home = await find(factory)
    expect(home).toMatchObject({ kind: 'indexeddb', recreated: true, cause: { code: 'storage_lost' } })
    expect(await home.db.drafts.count()).toBe(0)
  })

  it.each([
    ['cannot be deleted either', { recreate: true, memory: true }],
    ['may not be deleted', { recreate: false, memory: true }],
  ])('and %s leaves the library in memory', async (_, recovery) => {
    const { factory } = failing(new IDBFactory(), {
      open: () => 'UnknownError',
      delete: () => 'UnknownError',
    })
    const home = await find(factory, recovery)
    expect(home).toMatchObject({ kind: 'memory', recreated: false, cause: { code: 'storage_lost' } })
    await home.db.drafts.put({ id: 1 })
    // Engine and store of one page meet in the same memory.
    const other = await find(factory, recovery)
    expect(await other.db.drafts.count()).toBe(1)
    await other.db.drafts.clear()
  })

  it('is an error where neither is allowed, and is not touched', async () => {
    const real = await filled()
    const { factory, opens } = failing(real, { open: () => 'UnknownError', delete: () => null })
    await expect(find(factory, { recreate: false, memory: false })).rejects.toMatchObject({
      code: 'storage_lost',
      retryable: true,
    })
    expect(opens()).toBeGreaterThanOrEqual(3)
    expect(await (await find(real)).db.drafts.count()).toBe(1)
  })
})

describe('a browser that stores nothing', () => {
  it('because it has no IndexedDB: memory at once', async () => {
    vi.stubGlobal('indexedDB', undefined)
    const home = await find(undefined)
    expect(home).toMatchObject({ kind: 'memory', cause: { code: 'storage_unavailable' } })
  })

  it('because asking for it throws: the same', async () => {
    vi.stubGlobal('indexedDB', undefined)
    Object.defineProperty(globalThis, 'indexedDB', {
      configurable: true,
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
    expect(await find(undefined)).toMatchObject({ kind: 'memory', cause: { code: 'storage_unavailable' } })
  })

  it('because opening is forbidden: memory without further tries, and nothing is deleted', async () => {
    let deleted = false
    const { factory, opens } = failing(new IDBFactory(), {
      open: () => 'SecurityError',
      delete: () => ((deleted = true), null),
    })
    expect(await find(factory)).toMatchObject({ kind: 'memory', cause: { code: 'storage_unavailable' } })
    expect(opens()).toBe(1)
    expect(deleted).toBe(false)
  })

  it('is an error where nobody can load a memory, as in a service worker', async () => {
    vi.stubGlobal('indexedDB', undefined)
    const options = { name: 'no-loader', clock: restless, recovery: { recreate: true, memory: true } }
    await expect(findHome(options)).rejects.toMatchObject({ code: 'storage_unavailable' })
  })

  it('is an error where memory is not wanted', async () => {
    vi.stubGlobal('indexedDB', undefined)
    await expect(find(undefined, { recreate: true, memory: false })).rejects.toMatchObject({
      code: 'storage_unavailable',
    })
  })
})
