import { resourceKey, type ResourceKey, type ResourceRef } from '@waraq/protocol'
import type { WaraqDatabase } from './database.ts'
import type { FilesEntry } from './records.ts'

/** Files of one kind that belong to a resource: `fonts:mushafs:1`. It names their entry in the record and their cache. */
export type FilesKey = `${string}:${ResourceKey}`

export function filesKeyOf(kind: string, ref: ResourceRef): FilesKey {
  return `${kind}:${resourceKey(ref)}`
}

/** Name of the cache of such files in Cache Storage. */
export function filesCacheName(database: string, key: string): string {
  return `waraq:${database}:${key}`
}

/** The resource whose rows name the files. */
export function resourceOf(key: string): string {
  return key.slice(key.indexOf(':') + 1)
}

type Entry = readonly [key: string, entry: Partial<Record<keyof FilesEntry, unknown>> | null | undefined]

/** The entries as they are stored, unchecked: a key may name no resource, and an entry may be any value. */
export function fileEntries(record: unknown): Entry[] {
  const { kept } = (record ?? {}) as { readonly kept?: Readonly<Record<string, Entry[1]>> }
  return entriesOf(kept)
}

/** The entries of an object as it is stored. The check excludes strings, whose letters would be entries, too. */
export function entriesOf<T>(stored: Readonly<Record<string, T>> | null | undefined): [string, T][] {
  return typeof stored === 'object' ? Object.entries(stored ?? {}) : []
}

/** Returns the value if it is a count, else 0. */
export function count(value: unknown): number {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : 0
}

/** Bytes of the files that belong to each resource. */
export function bytesOfFiles(record: unknown): Map<string, number> {
  const bytes = new Map<string, number>()
  for (const [key, entry] of fileEntries(record))
    bytes.set(resourceOf(key), (bytes.get(resourceOf(key)) ?? 0) + count(entry?.bytes))
  return bytes
}

/** Reads the entries for the worker, which only deletes entries and reads only the keys of the record. */
export async function readFileEntries(db: WaraqDatabase): Promise<Entry[]> {
  return fileEntries(await db.table('meta').get('files'))
}

/** Stores the entries, inside a write transaction over `meta`. */
export async function writeFileEntries(db: WaraqDatabase, entries: Iterable<Entry>): Promise<void> {
  await db.table('meta').put({ key: 'files', kept: Object.fromEntries(entries) })
}

/** Returns the keys of files whose resource is no longer here: withdrawn, unsubscribed, or dropped to make room. */
export async function filesWithoutRows(db: WaraqDatabase): Promise<string[]> {
  const keys = (await readFileEntries(db)).map(([key]) => key)
  if (keys.length === 0) return []
  const records = await db.resources.bulkGet(keys.map(resourceOf) as ResourceKey[])
  return keys.filter((_, index) => records[index]?.status !== 'installed')
}
