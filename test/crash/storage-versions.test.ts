import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openContentStore } from 'waraq'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { withDigest } from '../../packages/waraq/src/store/record-digest.ts'
import { databaseName, readDisk, type DiskImage } from './disk.ts'
import { errorCodeOf, errorOf, setTable, type Table } from './table.ts'

/** Two versions of the application on one database. */

let table: Table
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined))
afterEach(() => {
  table.watch.close()
  vi.restoreAllMocks()
})

/** Real time, `speed` times as fast: at a hundred, a deadline of five seconds is over in fifty milliseconds. */
function hurriedClock() {
  const clock = {
    speed: 100,
    now: () => Date.now(),
    monotonic: () => performance.now(),
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, ms / clock.speed)
        signal?.addEventListener('abort', () => {
          clearTimeout(timer)
          reject(signal.reason as Error)
        })
      }),
  }
  return clock
}

/** A tab of an older version, frozen: it does not hear that another one wants to upgrade. */
function frozenTab(disk: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = disk.open(databaseName, 1)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('Not opened'))
  })
}

describe('A8: a frozen tab of an older version keeps the database', () => {
  it('every call ends as storage_blocked, and succeeds once that tab is closed', async () => {
    table = await setTable('bootstrap')
    const disk = new IDBFactory()
    const frozen = await frozenTab(disk)
    const clock = hurriedClock()
    const { engine } = table.newWorld({ disk, engine: { clock } })
    for (const call of [engine.subscribe('translations:20'), engine.status(), engine.sync()])
      expect(await errorCodeOf(call)).toBe('storage_blocked')
    frozen.close()
    // What succeeds may take its time on a busy machine.
    clock.speed = 1
    await engine.subscribe('translations:20')
    expect((await engine.sync()).outcome).toBe('current')
    await engine.close()
  })

  it('a reader does not wait for ever either', async () => {
    table = await setTable('bootstrap')
    const disk = new IDBFactory()
    const frozen = await frozenTab(disk)
    const clock = hurriedClock()
    const store = openContentStore({ indexedDB: disk, IDBKeyRange, clock })
    expect(await errorCodeOf(store.resources())).toBe('storage_blocked')
    frozen.close()
    clock.speed = 1
    expect(await store.resources()).toEqual([])
    store.close()
  })

  it('an engine and a reader of this version let another tab upgrade at once', async () => {
    table = await setTable('invalidate')
    const world = table.newWorld()
    await world.engine.status()
    await table.watch.look()
    await new Promise<void>((resolve, reject) => {
      const request = table.disk.open(databaseName, 99)
      request.onsuccess = () => {
        request.result.close()
        resolve()
      }
      request.onerror = () => reject(request.error ?? new Error('Not opened'))
      request.onblocked = () => reject(new Error('Blocked'))
    })
    await table.expectRecovery(world)
  })
})

describe('A9: older code on data of a newer format', () => {
  const newer = (image: DiskImage): DiskImage => ({
    ...image,
    stores: image.stores.map((store) => ({
      ...store,
      records: store.records.map((record) =>
        record['key'] === 'writer' ? withDigest({ ...record, format: 99 }) : record,
      ),
    })),
  })

  it('reads, and writes nothing at all', async () => {
    table = await setTable('invalidate', newer)
    const before = readDisk(table.disk)
    const world = table.newWorld()
    const { engine } = world
    expect((await errorOf(world)).code).toBe('newer_format')
    const writing = {
      subscribe: () => engine.subscribe('articles:1'),
      unsubscribe: () => engine.unsubscribe('translations:20,131'),
      resync: () => engine.resync('translations:20,131'),
      verify: () => engine.verify({ group: 'translations', id: 20 }),
    }
    const codes: Record<string, string> = {}
    for (const [name, call] of Object.entries(writing)) codes[name] = await errorCodeOf(call())
    expect(readDisk(table.disk)).toEqual(before)
    expect(codes).toEqual(Object.fromEntries(Object.keys(writing).map((name) => [name, 'newer_format'])))
    for (const { key, before: rows } of table.stage.expected)
      expect([key, await table.watch.read(key)]).toEqual([key, rows])
    await engine.close()
  })
})
