import { IDBFactory } from 'fake-indexeddb'
import type { FakeConnection } from './fake-internals.ts'

/** A database as it lies on disk, read and written past the engine. */
export interface StoreImage {
  readonly name: string
  readonly keyPath: string | string[] | null
  readonly autoIncrement: boolean
  readonly records: Record<string, unknown>[]
}

export interface DiskImage {
  readonly version: number
  readonly stores: readonly StoreImage[]
}

export const databaseName = 'waraq'

/** Tables without rows; every other one holds segments. */
const bookkeeping = [
  'meta',
  'resources',
  'directories',
  'subscriptions',
  'journals',
  'staged',
  'prepared',
  'drafts',
  'garbage',
]

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('A request failed'))
  })
}

/** Everything committed. Null where there is no database. */
export async function readDisk(disk: IDBFactory): Promise<DiskImage | null> {
  // Asking for a database that is not there would create it.
  if (!(await disk.databases()).some(({ name }) => name === databaseName)) return null
  const database = await settled(disk.open(databaseName))
  const names = [...database.objectStoreNames]
  if (names.length === 0) {
    database.close()
    return { version: database.version, stores: [] }
  }
  const transaction = database.transaction(names, 'readonly')
  const stores = await Promise.all(
    names.map(async (name) => {
      const store = transaction.objectStore(name)
      const records = await settled<Record<string, unknown>[]>(store.getAll())
      return { name, keyPath: store.keyPath, autoIncrement: store.autoIncrement, records }
    }),
  )
  database.close()
  return { version: database.version, stores }
}

/** A disk of its own with these databases on it. */
export async function writeDisk(image: DiskImage | null): Promise<IDBFactory> {
  const disk = new IDBFactory()
  if (!image) return disk
  const request = disk.open(databaseName, image.version)
  request.onupgradeneeded = () => {
    for (const { name, keyPath, autoIncrement, records } of image.stores) {
      const store = request.result.createObjectStore(name, { keyPath, autoIncrement })
      for (const record of records) store.put(record)
    }
  }
  ;(await settled(request)).close()
  return disk
}

export function recordsOf<T>(image: DiskImage | null, name: string): readonly T[] {
  return (image?.stores.find((store) => store.name === name)?.records ?? []) as T[]
}

export function segmentStores(image: DiskImage): readonly StoreImage[] {
  return image.stores.filter(({ name }) => !bookkeeping.includes(name))
}

/** Segments stored, those of the transaction under way too. */
export function segmentCount(connection: FakeConnection): number {
  let count = 0
  for (const [name, store] of connection._rawDatabase.rawObjectStores)
    if (!bookkeeping.includes(name)) count += [...store.records.values()].length
  return count
}

interface Directory {
  readonly id: string
  readonly recordType: string
  readonly segments: readonly { readonly id: number }[]
}

/** What no reader reaches and no page set needs: nothing of it may stay once a sync has cleaned up after the last one. */
export function leftovers(image: DiskImage): string[] {
  const resources = recordsOf<{ directories: { id: string }[] }>(image, 'resources')
  const installed = new Set(resources.flatMap(({ directories }) => directories.map(({ id }) => id)))
  const directories = recordsOf<Directory>(image, 'directories')
  const reached = new Set(
    directories.filter(({ id }) => installed.has(id)).flatMap(({ segments }) => segments.map(({ id }) => id)),
  )
  const segments = segmentStores(image).flatMap(({ name, records }) =>
    records.filter(({ id }) => !reached.has(id as number)).map(({ id }) => `segment ${name} ${String(id)}`),
  )
  const lists = directories.filter(({ id }) => !installed.has(id)).map(({ id }) => `directory ${id}`)
  const rest = ['journals', 'staged', 'prepared', 'drafts', 'garbage'].flatMap((name) =>
    recordsOf(image, name).map(() => name),
  )
  return [...segments, ...lists, ...rest]
}
