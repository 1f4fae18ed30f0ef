import type { Tables } from './tables.ts'

/** Uses IndexedDB's own API, so it also works in a page: a database is opened, read in one transaction, and closed. */

export function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error as Error)
  })
}

/** A connection that closes when another one wants to upgrade or delete the database. */
export async function openRaw(name: string, factory: IDBFactory = indexedDB): Promise<IDBDatabase> {
  const db = await settled(factory.open(name))
  db.onversionchange = () => db.close()
  return db
}

/** Writes a record without the code that maintains the database, like damage. */
export async function putRaw(
  name: string,
  table: string,
  record: object,
  factory: IDBFactory = indexedDB,
): Promise<void> {
  const db = await openRaw(name, factory)
  await settled(db.transaction(table, 'readwrite').objectStore(table).put(record))
  db.close()
}

/** The tables at one moment. */
export class ReadTables implements Tables {
  readonly #values: ReadonlyMap<string, readonly unknown[]>

  constructor(values: ReadonlyMap<string, readonly unknown[]>) {
    this.#values = values
  }

  get tables(): readonly string[] {
    return [...this.#values.keys()]
  }

  all<T>(table: string): readonly T[] {
    return (this.#values.get(table) ?? []) as readonly T[]
  }
}

/** Reads all tables in one transaction. There are none if there is no database, because reading must not create it. */
export async function readTables(name: string, factory: IDBFactory = indexedDB): Promise<ReadTables> {
  if (!(await factory.databases()).some((each) => each.name === name)) return new ReadTables(new Map())
  const db = await openRaw(name, factory)
  try {
    const names = [...db.objectStoreNames]
    if (names.length === 0) return new ReadTables(new Map())
    const reading = db.transaction(names)
    const read = (table: string) => settled<unknown[]>(reading.objectStore(table).getAll())
    return new ReadTables(
      new Map(await Promise.all(names.map(async (table) => [table, await read(table)] as const))),
    )
  } finally {
    db.close()
  }
}
