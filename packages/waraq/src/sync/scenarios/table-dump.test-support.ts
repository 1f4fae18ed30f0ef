import type { Sandbox } from '@waraq/sandbox'

/**
 * A library as the code of its time left it, with the service that it was filled from. JSON, so that a file keeps it for
 * code of later formats.
 */
export interface LibraryDump {
  /** Data format of the code that wrote it. */
  readonly format: number
  /** When it was written: milliseconds since the epoch, by the clocks of device and service. */
  readonly at: number
  /** What was done to an empty sandbox, in this order. */
  readonly service: readonly ServiceStep[]
  /** What a sync still asks for: requests to the feed, and snapshots by the key of their resource. */
  readonly left: { readonly feed: number; readonly snapshots: readonly string[] }
  /** Of IndexedDB. */
  readonly version: number
  readonly tables: Readonly<Record<string, TableDump>>
}

export interface TableDump {
  readonly keyPath: string | readonly string[]
  readonly autoIncrement: boolean
  /** Bytes are UTF-8 here, as `{ utf8 }`. */
  readonly records: readonly object[]
}

export type Change = 'add' | 'publish' | 'invalidate' | 'hide' | 'touch'
/** A change, and what it is given. */
export type ServiceStep = { [Each in Change]: readonly [Each, ...Parameters<Sandbox[Each]>] }[Change]

function toText(value: unknown): unknown {
  if (value instanceof Uint8Array) return { utf8: new TextDecoder('utf-8', { fatal: true }).decode(value) }
  return value
}

function toBytes(value: unknown): unknown {
  const { utf8 } = (value ?? {}) as { readonly utf8?: unknown }
  return typeof utf8 === 'string' ? new TextEncoder().encode(utf8) : value
}

function mapFields(record: object, change: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(record).map(([field, value]) => [field, change(value)]))
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error as Error)
  })
}

/** All tables, at one moment. */
export async function dumpTables(indexedDB: IDBFactory): Promise<Pick<LibraryDump, 'version' | 'tables'>> {
  const db = await settled(indexedDB.open('waraq'))
  try {
    const names = [...db.objectStoreNames]
    const reading = db.transaction(names)
    const tables = names.map(async (name) => {
      const store = reading.objectStore(name)
      if (store.indexNames.length > 0) throw new Error(`The table ${name} has indexes, which are not kept.`)
      const { keyPath, autoIncrement } = store
      const records = ((await settled(store.getAll())) as object[]).map((each) => mapFields(each, toText))
      return [name, { keyPath: keyPath as string | string[], autoIncrement, records }] as const
    })
    return { version: db.version, tables: Object.fromEntries(await Promise.all(tables)) }
  } finally {
    db.close()
  }
}

export async function putTables(
  indexedDB: IDBFactory,
  { version, tables }: Pick<LibraryDump, 'version' | 'tables'>,
  name = 'waraq',
): Promise<void> {
  const opening = indexedDB.open(name, version)
  opening.onupgradeneeded = () => {
    for (const [name, { keyPath, autoIncrement, records }] of Object.entries(tables)) {
      const path = typeof keyPath === 'string' ? keyPath : [...keyPath]
      const store = opening.result.createObjectStore(name, { keyPath: path, autoIncrement })
      for (const record of records) store.put(mapFields(record, toBytes))
    }
  }
  const db = await settled(opening)
  db.close()
}
