import { openRaw, readTables, settled } from '@waraq/test-support/read-tables'
import { missing, unreachable, type Tables } from '@waraq/test-support/tables'
import { digestOf } from './digest.ts'

/** Reads the database without the engine. */

export interface RawResource {
  readonly key: string
  readonly status: string
  readonly needsSnapshot: string | null
  readonly manifests: readonly { readonly id: string; readonly recordType: string }[]
}

export interface RawSubscription {
  readonly filter: string
  readonly token: string | null
  readonly listed: readonly string[]
}

/** Records that pages write automatically, some time after they read: the last use of each resource. */
const readersOwn = 'usage'

/** Resolves when an engine has created the database: reading must not create it. */
async function openMade(name: string): Promise<IDBDatabase> {
  while (!(await indexedDB.databases()).some((each) => each.name === name))
    await new Promise((resolve) => setTimeout(resolve, 10))
  return openRaw(name)
}

/** Resolves when no transaction blocks writes. */
export async function databaseIsFree(name: string): Promise<boolean> {
  const db = await openMade(name)
  const writing = db.transaction([...db.objectStoreNames], 'readwrite')
  await settled(writing.objectStore('meta').count())
  db.close()
  return true
}

/** Starts a transaction over all tables. It ends when the returned function is called. */
export async function holdDatabase(name: string): Promise<() => void> {
  const db = await openMade(name)
  const meta = db.transaction([...db.objectStoreNames], 'readwrite').objectStore('meta')
  await settled(meta.count())
  let isHeld = true
  const goOn = () => {
    if (isHeld) meta.count().onsuccess = goOn
    else db.close()
  }
  goOn()
  return () => (isHeld = false)
}

/** One digest per table. Two dumps are equal if no engine wrote anything in between. */
export async function dump(name: string): Promise<Record<string, string>> {
  const database = await readTables(name)
  const digests = database.tables.map(async (of) => {
    const engines = database.all<{ readonly key?: unknown }>(of).filter(({ key }) => key !== readersOwn)
    return [of, await digestOf(Object.fromEntries(engines.map((row, at) => [at, JSON.stringify(row)])))]
  })
  return Object.fromEntries(await Promise.all(digests)) as Record<string, string>
}

export async function table<T>(name: string, of: string): Promise<readonly T[]> {
  return (await readTables(name)).all<T>(of)
}

function coveredInVain(database: Tables): string[] {
  const installed = new Set(
    database.all<RawResource>('resources').flatMap(({ key, status }) => (status === 'installed' ? key : [])),
  )
  return database
    .all<RawSubscription>('subscriptions')
    .filter(({ token }) => token !== null)
    .flatMap(({ filter, listed }) =>
      listed.filter((key) => !installed.has(key)).map((key) => `the token of ${filter} covers ${key}`),
    )
}

/** Compares the stored records with those that readers and runs need. Returns a sentence for each fault. */
export async function complaints(name: string): Promise<string[]> {
  const database = await readTables(name)
  const left = unreachable(database).map((what) => `no reader and no run needs ${what}`)
  return [...missing(database), ...left, ...coveredInVain(database)]
}

/** Tokens that cover missing content. There must never be any, not even in the middle of a run. */
export async function uncovered(name: string): Promise<string[]> {
  const database = await readTables(name)
  return [...missing(database), ...coveredInVain(database)]
}
