import { IDBFactory } from 'fake-indexeddb'
import { RawDatabase } from '@waraq/test-support/raw-database'
import { bookkeeping, unreachable } from '@waraq/test-support/tables'
import { newDatabase, type FakeConnection } from './fake-internals.ts'

/** A database as it lies on disk, read and written past the engine. */
export interface StoreImage {
  readonly name: string
  readonly keyPath: string | string[] | null
  readonly autoIncrement: boolean
  readonly records: readonly Record<string, unknown>[]
}

export interface DiskImage {
  readonly version: number
  readonly stores: readonly StoreImage[]
}

export const databaseName = 'waraq'

/** Everything committed; its records are the disk's own and must not be changed. Null where there is no database. */
export function readDisk(disk: IDBFactory): DiskImage | null {
  const raw = new RawDatabase(disk, databaseName)
  // Version 0: its creation is under way, or was undone.
  if (!raw.version) return null
  if (raw.isWritten) throw new Error('The disk is read while a transaction writes to it')
  const stores = raw.stores.map(({ name, keyPath, autoIncrement }) => ({
    name,
    keyPath,
    autoIncrement,
    records: raw.all<Record<string, unknown>>(name),
  }))
  return { version: raw.version, stores }
}

/**
 * A disk of its own with these databases on it. Thousands of runs begin with one, so no transaction writes it, and its
 * records are shared: the fake clones what it hands out and never changes what it keeps.
 */
export function writeDisk(image: DiskImage | null): IDBFactory {
  const disk = new IDBFactory()
  if (image) newDatabase(disk, databaseName, image)
  return disk
}

export function recordsOf<T>(image: DiskImage | null, name: string): readonly T[] {
  return (image?.stores.find((store) => store.name === name)?.records ?? []) as T[]
}

export function segmentStores(image: DiskImage): readonly StoreImage[] {
  return image.stores.filter(({ name }) => !bookkeeping.has(name))
}

/** Segments stored, those of the transaction under way too. */
export function segmentCount(connection: FakeConnection): number {
  let count = 0
  for (const [name, store] of connection._rawDatabase.rawObjectStores)
    if (!bookkeeping.has(name)) count += [...store.records.values()].length
  return count
}

/** Records that no reader reaches and no batch needs: after the cleaning of the next sync none may be left. */
export function leftovers(image: DiskImage): string[] {
  const tables = image.stores.map(({ name }) => name)
  return unreachable({ tables, all: (table) => recordsOf(image, table) })
}
