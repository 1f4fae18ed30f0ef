import { withDigest } from '../../../packages/waraq/src/store/record-digest.ts'

/** An upgrade of the database, like that of a newer version of the library. */
export type UpgradeState = 'none' | 'waiting' | 'blocked' | 'done' | 'failed'

let state: UpgradeState = 'none'

/** Starts it and does not wait. `format` is the data format after it. Without one, it only adds a table. */
export function beginUpgrade(name: string, version: number, format?: number): void {
  state = 'waiting'
  const request = indexedDB.open(name, version)
  request.onblocked = () => (state = 'blocked')
  request.onerror = () => (state = 'failed')
  request.onupgradeneeded = () => {
    request.result.createObjectStore(`added_by_${version}`)
    if (format === undefined) return
    const meta = request.transaction!.objectStore('meta')
    const reading = meta.get('writer')
    reading.onsuccess = () => meta.put(withDigest({ ...(reading.result as object), format }))
  }
  request.onsuccess = () => {
    request.result.close()
    state = 'done'
  }
}

export const upgradeState = (): UpgradeState => state
