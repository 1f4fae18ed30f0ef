// Dexie takes the global IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import type { Clock } from '../../client/clock.ts'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, describe, expect, it } from 'vitest'
import { WaraqDatabase } from '../database.ts'
import { openWithin } from './open-within.ts'

const name = 'opening'
const closing: { close(): void }[] = []
afterEach(() => {
  for (const open of closing.splice(0)) open.close()
})

/** A clock whose sleeps end when they are told to. */
function heldClock(): Clock & { ring(): void; readonly asked: number[]; readonly dropped: () => number } {
  const waiting: (() => void)[] = []
  const asked: number[] = []
  let dropped = 0
  return {
    now: () => 0,
    monotonic: () => 0,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        asked.push(ms)
        waiting.push(resolve)
        signal?.addEventListener('abort', () => {
          dropped++
          reject(signal.reason as Error)
        })
      }),
    ring: () => waiting.splice(0).forEach((resolve) => resolve()),
    asked,
    dropped: () => dropped,
  }
}

function database(indexedDB: IDBFactory): WaraqDatabase {
  const db = new WaraqDatabase({ name, indexedDB, IDBKeyRange })
  closing.push(db)
  return db
}

/** A tab that holds the database at a version and does not close it for other tabs, as a frozen one does. */
async function frozenTab(indexedDB: IDBFactory): Promise<void> {
  const request = indexedDB.open(name, 1)
  await new Promise((resolve) => (request.onsuccess = resolve))
  closing.push(request.result)
}

describe('opening the database', () => {
  it('leaves no timer behind, and is done once only', async () => {
    const db = database(new IDBFactory())
    const clock = heldClock()
    await openWithin(db, clock)
    await openWithin(db, clock)
    expect(clock.asked).toEqual([5_000])
    expect(clock.dropped()).toBe(1)
  })

  it('that another tab keeps waiting ends after five seconds, and says what to do', async () => {
    const indexedDB = new IDBFactory()
    await frozenTab(indexedDB)
    const clock = heldClock()
    const opening = openWithin(database(indexedDB), clock)
    clock.ring()
    await expect(opening).rejects.toMatchObject({ code: 'storage_blocked', retryable: true })
  })

  it('works again once that tab is gone', async () => {
    const indexedDB = new IDBFactory()
    await frozenTab(indexedDB)
    const clock = heldClock()
    const blocked = openWithin(database(indexedDB), clock)
    clock.ring()
    await expect(blocked).rejects.toMatchObject({ code: 'storage_blocked' })
    for (const tab of closing.splice(0)) tab.close()
    const db = database(indexedDB)
    await openWithin(db, clock)
    expect(db.isOpen()).toBe(true)
  })

  it.each([
    ['UnknownError', 'storage_lost'],
    ['SecurityError', 'storage_unavailable'],
    ['InvalidStateError', 'storage_lost'],
  ])('that the browser refuses with %s is an error at once: %s', async (error, code) => {
    const refusing = {
      open: () => {
        throw new DOMException('refused', error)
      },
    } as unknown as IDBFactory
    await expect(openWithin(database(refusing), heldClock())).rejects.toMatchObject({ code, retryable: true })
  })

  it('is possible again after the browser closed the connection', async () => {
    const db = database(new IDBFactory())
    const clock = heldClock()
    await openWithin(db, clock)
    db.close({ disableAutoOpen: false })
    await openWithin(db, clock)
    expect(db.isOpen()).toBe(true)
  })
})

describe('without an IndexedDB of its own', () => {
  it('the database is the global one', async () => {
    const db = new WaraqDatabase({ name: 'global' })
    closing.push(db)
    await openWithin(db, heldClock())
    expect((await indexedDB.databases()).map((database) => database.name)).toContain('global')
  })
})
