import type { Page } from 'playwright-core'

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

/** As a newer version upgrades it. `format` is the data format that it leaves behind; without one, it adds a table. */
export function upgrade(page: Page, version: number, format?: number): Promise<void> {
  return page.evaluate(
    ([database, to, left]) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open(database, to)
        request.addEventListener('upgradeneeded', () => {
          request.result.createObjectStore(`added_by_${to}`)
          if (left === undefined) return
          const meta = request.transaction!.objectStore('meta')
          const reading = meta.get('writer')
          reading.addEventListener('success', () =>
            meta.put({ ...(reading.result as object), format: left, digest: undefined }),
          )
        })
        request.addEventListener('success', () => {
          request.result.close()
          resolve()
        })
        request.addEventListener('error', () => reject(request.error as Error))
      }),
    [name, version, format] as const,
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
export function grow(page: Page, days: number): Promise<void> {
  return page.evaluate(
    ([database, ms]) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open(database)
        request.addEventListener('error', () => reject(request.error as Error))
        request.addEventListener('success', () => {
          const db = request.result
          const transaction = db.transaction(['subscriptions', 'meta'], 'readwrite')
          const table = transaction.objectStore('subscriptions')
          const reading = table.getAll()
          reading.addEventListener('success', () => {
            for (const record of reading.result as { currentAt: number; currentAtServer: number | null }[]) {
              const { currentAt, currentAtServer } = record
              const server = currentAtServer === null ? null : currentAtServer - ms
              table.put({ ...record, currentAt: currentAt - ms, currentAtServer: server, digest: undefined })
            }
          })
          // The timetable would bring them up to date at the next opportunity anyway; it is to look as old as they are.
          transaction.objectStore('meta').delete('schedule')
          transaction.addEventListener('complete', () => {
            db.close()
            resolve()
          })
        })
      }),
    [name, days * 24 * 60 * 60 * 1000] as const,
  )
}
