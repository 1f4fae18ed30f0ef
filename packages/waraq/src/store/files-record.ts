import { resourceKey, type ResourceKey, type ResourceRef } from '@waraq/protocol'
import type { WaraqDatabase } from './database.ts'
import type { KeptFiles } from './records.ts'

/** Files of one kind that belong to a resource: `fonts:mushafs:1`. Their entry in the record and their cache are named after it. */
export type FilesKey = `${string}:${ResourceKey}`

export function filesKeyOf(kind: string, ref: ResourceRef): FilesKey {
  return `${kind}:${resourceKey(ref)}`
}

/** Where such files are in Cache Storage. */
export function filesCacheName(database: string, key: string): string {
  return `waraq:${database}:${key}`
}

/** The resource whose rows name the files. */
export function resourceOf(key: string): string {
  return key.slice(key.indexOf(':') + 1)
}

type Entry = readonly [key: string, entry: Partial<Record<keyof KeptFiles, unknown>> | null | undefined]

/** The entries as they are stored, unchecked: a key may name no resource, and an entry may be anything. */
export function fileEntries(record: unknown): Entry[] {
  const { kept } = (record ?? {}) as { readonly kept?: Readonly<Record<string, Entry[1]>> }
  return entriesOf(kept)
}

/** The entries of an object as it is stored. The letters of a text would be entries, too. */
export function entriesOf<T>(stored: Readonly<Record<string, T>> | null | undefined): [string, T][] {
  return typeof stored === 'object' ? Object.entries(stored ?? {}) : []
}

/** The value where it is a count, else 0. */
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

/** For the worker, which only deletes entries and reads no more of the record than their keys. */
export async function readFileEntries(db: WaraqDatabase): Promise<Entry[]> {
  return fileEntries(await db.table('meta').get('files'))
}

/** Inside a write transaction over `meta`. */
export async function writeFileEntries(db: WaraqDatabase, entries: Iterable<Entry>): Promise<void> {
  await db.table('meta').put({ key: 'files', kept: Object.fromEntries(entries) })
}

/** Files that are here while their resource is not any more: withdrawn, unsubscribed, dropped to make room. */
export async function filesWithoutRows(db: WaraqDatabase): Promise<string[]> {
  const keys = (await readFileEntries(db)).map(([key]) => key)
  if (keys.length === 0) return []
  const records = await db.resources.bulkGet(keys.map(resourceOf) as ResourceKey[])
  return keys.filter((_, index) => records[index]?.status !== 'installed')
}
