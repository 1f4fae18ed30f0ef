/** An upgrade of the database as a newer version of the library would make it. */
export type UpgradeState = 'none' | 'waiting' | 'blocked' | 'done' | 'failed'

let state: UpgradeState = 'none'

/** Begins it and does not wait. `format` is the data format that it leaves behind; without one, it only adds a table. */
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
    reading.onsuccess = () => meta.put({ ...(reading.result as object), format, digest: undefined })
  }
  request.onsuccess = () => {
    request.result.close()
    state = 'done'
  }
}

export const upgradeState = (): UpgradeState => state
