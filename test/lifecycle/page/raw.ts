import { digestOf } from './digest.ts'

/** Looks at the database past the engine. */

export interface RawResource {
  readonly key: string
  readonly status: string
  readonly owes: string | null
  readonly directories: readonly { readonly id: string; readonly recordType: string }[]
}

export interface RawSubscription {
  readonly filter: string
  readonly token: string | null
  readonly listed: readonly string[]
}

interface RawDirectory {
  readonly id: string
  readonly recordType: string
  readonly segments: readonly { readonly id: number }[]
}

type Tables = Readonly<
  Record<string, { readonly keys: readonly IDBValidKey[]; readonly values: readonly unknown[] }>
>

export function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error as Error)
  })
}

/** A connection that gets out of everybody's way. */
export async function openRaw(name: string): Promise<IDBDatabase> {
  const db = await settled(indexedDB.open(name))
  db.onversionchange = () => db.close()
  return db
}

/** All tables in one transaction; none where there is no database, which looking must not make. */
async function readAll(name: string): Promise<Tables> {
  if (!(await indexedDB.databases()).some((each) => each.name === name)) return {}
  const db = await openRaw(name)
  try {
    const names = [...db.objectStoreNames]
    if (names.length === 0) return {}
    const reading = db.transaction(names)
    const tables = await Promise.all(
      names.map(async (table) => {
        const store = reading.objectStore(table)
        const [keys, values] = await Promise.all([settled(store.getAllKeys()), settled(store.getAll())])
        return [table, { keys, values }] as const
      }),
    )
    return Object.fromEntries(tables)
  } finally {
    db.close()
  }
}

/** What pages note by themselves, some time after they read: when each resource was used last. */
const readersOwn = 'usage'

/** One digest a table: two dumps are equal where no engine wrote anything in between. */
export async function dump(name: string): Promise<Record<string, string>> {
  const tables = Object.entries(await readAll(name))
  return Object.fromEntries(
    await Promise.all(
      tables.map(async ([table, { keys, values }]) => {
        const rows = keys.map((key, index) => [JSON.stringify(key), JSON.stringify(values[index])] as const)
        const engines = rows.filter(([key]) => key !== JSON.stringify(readersOwn))
        return [table, await digestOf(Object.fromEntries(engines))] as const
      }),
    ),
  )
}

export async function table<T>(name: string, of: string): Promise<readonly T[]> {
  return ((await readAll(name))[of]?.values ?? []) as readonly T[]
}

function segmentTable(tables: Tables, recordType: string): string {
  return tables[recordType] ? recordType : 'other_record'
}

/** What readers and runs need and what lies there: sentences about everything that does not fit; none is as it should be. */
export async function complaints(name: string): Promise<string[]> {
  const tables = await readAll(name)
  const all = <T>(of: string) => (tables[of]?.values ?? []) as readonly T[]
  const found: string[] = []
  const resources = new Map(all<RawResource>('resources').map((resource) => [resource.key, resource]))
  const directories = new Map(all<RawDirectory>('directories').map((directory) => [directory.id, directory]))
  const reached = new Map<string, Set<IDBValidKey>>()
  for (const { key, directories: refs } of resources.values()) {
    for (const { id, recordType } of refs) {
      const directory = directories.get(id)
      if (!directory) {
        found.push(`${key} lacks its directory ${id}`)
        continue
      }
      directories.delete(id)
      const held = segmentTable(tables, recordType)
      const present = new Set(tables[held]?.keys)
      const ids = reached.get(held) ?? new Set()
      reached.set(held, ids)
      for (const segment of directory.segments) {
        ids.add(segment.id)
        if (!present.has(segment.id)) found.push(`${key} lacks segment ${segment.id} of ${held}`)
      }
    }
  }
  for (const id of directories.keys()) found.push(`nobody names the directory ${id}`)
  const bookkeeping = ['meta', 'resources', 'directories', 'subscriptions']
  for (const [held, { keys }] of Object.entries(tables)) {
    if (bookkeeping.includes(held)) continue
    const needed = reached.get(held) ?? new Set()
    const garbage = keys.filter((key) => !needed.has(key))
    if (garbage.length > 0) found.push(`${held} holds ${garbage.length} records that nobody needs`)
  }
  for (const { filter, token, listed } of all<RawSubscription>('subscriptions')) {
    if (token === null) continue
    for (const key of listed)
      if (resources.get(key)?.status !== 'installed') found.push(`the token of ${filter} vouches for ${key}`)
  }
  return found
}

/** Tokens that vouch for what is not there: what must hold at any moment, also in the middle of a run. */
export async function unvouched(name: string): Promise<string[]> {
  return (await complaints(name)).filter((complaint) => /vouches|lacks/.test(complaint))
}
