import type { Page } from 'playwright-core'
import { withDigest } from '../../packages/waraq/src/store/record-digest.ts'

/** What another tab of the site, or an older or newer version of the reader, may do to its database. */

const name = 'waraq'

export function deleteDatabase(page: Page): Promise<void> {
  return page.evaluate(
    (database) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase(database)
        request.addEventListener('success', () => resolve())
        request.addEventListener('error', () => reject(request.error as Error))
      }),
    name,
  )
}

/** All records of a table, as they are stored. */
function recordsOf<T>(page: Page, table: string): Promise<T[]> {
  return page.evaluate(
    ([database, of]) =>
      new Promise<T[]>((resolve, reject) => {
        const request = indexedDB.open(database)
        request.addEventListener('error', () => reject(request.error as Error))
        request.addEventListener('success', () => {
          const db = request.result
          const reading = db.transaction(of).objectStore(of).getAll()
          reading.addEventListener('success', () => {
            db.close()
            resolve(reading.result as T[])
          })
        })
      }),
    [name, table] as const,
  )
}

/** As a newer version upgrades it. `format` is the data format that it leaves behind; without one, it adds a table. */
export async function upgrade(page: Page, version: number, format?: number): Promise<void> {
  const writer = (await recordsOf<{ readonly key: string }>(page, 'meta')).find(({ key }) => key === 'writer')
  const after = format === undefined ? undefined : withDigest({ ...writer!, format })
  return page.evaluate(
    ([database, to, left]) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open(database, to)
        request.addEventListener('upgradeneeded', () => {
          request.result.createObjectStore(`added_by_${to}`)
          if (left !== undefined) request.transaction!.objectStore('meta').put(left)
        })
        request.addEventListener('success', () => {
          request.result.close()
          resolve()
        })
        request.addEventListener('error', () => reject(request.error as Error))
      }),
    [name, version, after] as const,
  )
}

/**
 * A tab that upgrades the database and is stuck in the middle: all other opens wait. Resolves once it is so; the page's
 * `letGo` ends it.
 */
export function holdUpgrade(page: Page, version: number): Promise<void> {
  return page.evaluate(
    ([database, to]) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open(database, to)
        request.addEventListener('upgradeneeded', () => {
          const transaction = request.transaction!
          let isHeld = true
          // A transaction lives as long as it is asked for something.
          const ask = () => {
            if (isHeld) transaction.objectStore('meta').get('writer').addEventListener('success', ask)
          }
          ask()
          Object.assign(window, { letGo: () => (isHeld = false) })
          resolve()
        })
        request.addEventListener('success', () => request.result.close())
        request.addEventListener('error', () => reject(request.error as Error))
      }),
    [name, version] as const,
  )
}

export function letGo(page: Page): Promise<void> {
  return page.evaluate(() => (window as unknown as { letGo: () => void }).letGo())
}

/** Makes all that is kept look as if it had last been confirmed so long ago. */
export async function grow(page: Page, days: number): Promise<void> {
  const ms = days * 24 * 60 * 60 * 1000
  interface Confirmed {
    readonly currentAt: number
    readonly currentAtServer: number | null
  }
  const older = (await recordsOf<Confirmed>(page, 'subscriptions')).map((record) => {
    const { currentAt, currentAtServer } = record
    const server = currentAtServer === null ? null : currentAtServer - ms
    return withDigest({ ...record, currentAt: currentAt - ms, currentAtServer: server })
  })
  return page.evaluate(
    ([database, records]) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open(database)
        request.addEventListener('error', () => reject(request.error as Error))
        request.addEventListener('success', () => {
          const db = request.result
          const transaction = db.transaction(['subscriptions', 'meta'], 'readwrite')
          for (const record of records) transaction.objectStore('subscriptions').put(record)
          // The timetable would bring them up to date at the next opportunity anyway; it is to look as old as they are.
          transaction.objectStore('meta').delete('schedule')
          transaction.addEventListener('complete', () => {
            db.close()
            resolve()
          })
        })
      }),
    [name, older] as const,
  )
}
