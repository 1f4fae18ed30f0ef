import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openContentStore } from 'waraq'
import { readDisk, segmentStores } from './disk.ts'
import { errorCodeOf, errorOf, setTable, type Table } from './table.ts'

/**
 * Storage that refuses: full, broken, lost or not there. Each ends with an error that says so, leaves rows and tokens as
 * they were, and the next run succeeds once the fault is gone.
 */

let table: Table
beforeEach(async () => {
  // Dexie tells of each reconnection.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  table = await setTable('invalidate')
})
afterEach(() => {
  table.watch.close()
  vi.restoreAllMocks()
})

function segmentsNow(): number {
  return segmentStores(readDisk(table.disk)!).reduce((sum, { records }) => sum + records.length, 0)
}

/** An IndexedDB whose `open` does this, with a count of how often it was asked. */
function opening(open: () => IDBOpenDBRequest) {
  const counted = { opens: 0 }
  const indexedDB = Object.create(table.disk, {
    open: {
      value: () => {
        counted.opens++
        return open()
      },
    },
  }) as IDBFactory
  return { indexedDB, counted }
}

function failingOpen(name: string): IDBOpenDBRequest {
  const request = { error: new DOMException('Internal error opening backing store', name) }
  setTimeout(() => {
    const event = new Event('error')
    Object.defineProperty(event, 'target', { value: request })
    ;(request as unknown as IDBOpenDBRequest).onerror?.(event)
  })
  return request as unknown as IDBOpenDBRequest
}

describe('A1: the device is full', () => {
  it('ends as quota_exceeded, tells the room there was, and goes on when there is room', async () => {
    const estimate = { quota: 1_000, usage: 990 }
    const full = table.newWorld({
      room: segmentsNow(),
      engine: { storage: { estimate: () => Promise.resolve(estimate) } },
    })
    const error = await errorOf(full)
    expect(error).toMatchObject({ code: 'quota_exceeded', retryable: false })
    expect(JSON.stringify(error.details)).toContain('990')
    await full.engine.close()
    await table.expectUntouched()
    await table.expectRecovery()
  })

  it('asks for little while it lasts', async () => {
    const full = table.newWorld({ room: segmentsNow() })
    await errorOf(full)
    expect(full.requests.length).toBeLessThanOrEqual(2 * table.stage.requests.length)
    await full.engine.close()
  })
})

describe('A2: said to be full although there is plenty of room', () => {
  it('says how much room there was, so that it can be told from a full device', async () => {
    const estimate = { quota: 10 ** 12, usage: 10 }
    const broken = table.newWorld({
      room: segmentsNow(),
      engine: { storage: { estimate: () => Promise.resolve(estimate) } },
    })
    const error = await errorOf(broken)
    expect(JSON.stringify(error.details)).toContain(String(10 ** 12))
    await broken.engine.close()
    await table.expectUntouched()
    await table.expectRecovery()
  })
})

describe('A3: opening fails with UnknownError', () => {
  it('gives up after a few tries, with an error of its own, and the next run succeeds', async () => {
    const { indexedDB, counted } = opening(() => failingOpen('UnknownError'))
    const broken = table.newWorld({ engine: { indexedDB } })
    expect(['storage_unavailable', 'storage_lost']).toContain((await errorOf(broken)).code)
    // Three tries, and Dexie makes up to four of each.
    expect(counted.opens).toBeLessThanOrEqual(12)
    await broken.engine.close()
    await table.expectUntouched()
    await table.expectRecovery()
  })
})

describe('A7: the connection is lost', () => {
  const manners = ['closed by the browser', 'dead without a word'] as const
  for (const manner of manners) {
    it(`${manner} between two runs: the same engine's next run succeeds`, async () => {
      const world = table.newWorld()
      await world.engine.status()
      if (manner === 'dead without a word') world.storage.loseHandles()
      else world.storage.closeConnections()
      await table.expectRecovery(world)
    })

    it(`${manner} while the service is asked: that run or the next succeeds`, async () => {
      const world = table.newWorld()
      const { sandbox } = table.stage.service
      const lose = sandbox.fetch.bind(sandbox)
      const spy = vi.spyOn(table.stage.service, 'answer').mockImplementation(async (url, init) => {
        if (manner === 'dead without a word') world.storage.loseHandles()
        else world.storage.closeConnections()
        return lose(new Request(url, init))
      })
      await world.engine.sync().catch(() => undefined)
      spy.mockRestore()
      await table.watch.look()
      await table.expectRecovery(world)
    })
  }
})

describe('A11: one request of many fails', () => {
  it('nothing of its transaction stays', async () => {
    const commits = table.stage.points.filter(
      ({ kind, what }) => kind === 'write' && what.includes('subscriptions') && what.includes('resources'),
    )
    expect(commits.length).toBeGreaterThan(2)
    for (const { n } of commits) {
      const fresh = await setTable('invalidate')
      const world = fresh.newWorld({ strike: { fault: 'unknown', form: 'once', at: n } })
      await errorOf(world)
      await fresh.expectUntouched()
      await fresh.expectRecovery(world)
      fresh.watch.close()
    }
  })
})

describe('A15: no storage', () => {
  const refusals: Record<string, () => IDBOpenDBRequest> = {
    'open throws SecurityError': () => {
      throw new DOMException('The operation is insecure', 'SecurityError')
    },
    'open throws InvalidStateError': () => {
      throw new DOMException('A mutation operation was attempted', 'InvalidStateError')
    },
    'open fails with InvalidStateError': () => failingOpen('InvalidStateError'),
  }
  for (const [name, refuse] of Object.entries(refusals)) {
    it(`${name}: every call says so, and the next engine with storage succeeds`, async () => {
      const { indexedDB } = opening(refuse)
      const { engine } = table.newWorld({ engine: { indexedDB } })
      const calls = () => [engine.subscribe('translations:20'), engine.status(), engine.sync()]
      for (const call of calls()) expect(await errorCodeOf(call)).toMatch(/^storage_(unavailable|lost)$/)
      const store = openContentStore({ indexedDB })
      expect(await errorCodeOf(store.resources())).toMatch(/^storage_(unavailable|lost)$/)
      store.close()
      await engine.close()
      await table.expectUntouched()
      await table.expectRecovery()
    })
  }

  it('no indexedDB at all, and none in memory wanted: every call says so', async () => {
    const nowhere = { indexedDB: undefined, IDBKeyRange: undefined, recovery: { memory: false } }
    const { engine } = table.newWorld({ engine: nowhere })
    for (const call of [engine.subscribe('translations:20'), engine.status(), engine.sync()])
      expect(await errorCodeOf(call)).toBe('storage_unavailable')
    const store = openContentStore()
    expect(await errorCodeOf(store.resources())).toBe('storage_unavailable')
    store.close()
    await engine.close()
  })

  it('no indexedDB at all: the library lives in memory, and says so', async () => {
    const { engine } = table.newWorld({ engine: { indexedDB: undefined, IDBKeyRange: undefined } })
    await engine.subscribe('translations:20')
    expect((await engine.sync()).outcome).toBe('current')
    expect(await engine.status()).toMatchObject({ persistent: false })
    await engine.close()
  })
})
