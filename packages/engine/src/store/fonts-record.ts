import type { ResourceKey } from '@waraq/contract'
import type { WaraqDatabase } from './database.ts'
import type { KeptFonts } from './records.ts'
import { checkFormat } from './writer.ts'

/** Where the fonts of a resource are in Cache Storage. */
export function fontCacheName(database: string, key: string): string {
  return `waraq:${database}:fonts:${key}`
}

type Entry = readonly [key: string, entry: Partial<Record<keyof KeptFonts, unknown>> | null | undefined]

/** The entries as they are stored, unchecked: a key may name no resource, and an entry may be anything. */
export function fontEntries(record: unknown): Entry[] {
  const { resources } = (record ?? {}) as { readonly resources?: Readonly<Record<string, Entry[1]>> }
  // The letters of a text are entries, too.
  return typeof resources === 'object' ? Object.entries(resources ?? {}) : []
}

/** The value where it is a count, else 0. */
export function count(value: unknown): number {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : 0
}

/** For the worker, which only deletes entries and reads no more of the record than this. */
export async function readFontEntries(db: WaraqDatabase): Promise<Entry[]> {
  return fontEntries(await db.table('meta').get('fonts'))
}

/** Inside a write transaction over `meta`. */
export async function writeFontEntries(db: WaraqDatabase, entries: Iterable<Entry>): Promise<void> {
  await db.table('meta').put({ key: 'fonts', resources: Object.fromEntries(entries) })
}

/** Resources that have fonts here and no rows any more: withdrawn, unsubscribed, dropped to make room. */
export async function fontsWithoutText(db: WaraqDatabase): Promise<string[]> {
  const keys = (await readFontEntries(db)).map(([key]) => key)
  if (keys.length === 0) return []
  const records = await db.resources.bulkGet(keys)
  return keys.filter((_, index) => records[index]?.status !== 'installed')
}

/** What is kept of each resource's fonts, by the record as it was read. */
export function keptFontsOf(record: unknown): Map<ResourceKey, KeptFonts> {
  return new Map(
    fontEntries(record).map(([key, entry]) => [
      key as ResourceKey,
      {
        bytes: count(entry?.bytes),
        kept: count(entry?.kept),
        wanted: count(entry?.wanted),
        version: count(entry?.version),
      },
    ]),
  )
}

export async function readKeptFonts(db: WaraqDatabase): Promise<Map<ResourceKey, KeptFonts>> {
  return keptFontsOf(await db.table('meta').get('fonts'))
}

const isSame = (a: KeptFonts | undefined, b: KeptFonts) =>
  a?.bytes === b.bytes && a.kept === b.kept && a.wanted === b.wanted && a.version === b.version

/**
 * Notes what is kept of a resource's fonts, where its rows are here. Writes nothing where nothing changes.
 * @returns false where the resource is not here
 * @throws {WaraqError} `newer_format`
 */
export async function noteKeptFonts(db: WaraqDatabase, key: ResourceKey, kept: KeptFonts): Promise<boolean> {
  return db.transaction('rw', [db.meta, db.resources], async () => {
    await checkFormat(db)
    const resource = await db.resources.get(key)
    if (resource?.status !== 'installed') return false
    const all = await readKeptFonts(db)
    if (!isSame(all.get(key), kept)) await writeFontEntries(db, all.set(key, kept))
    return true
  })
}

/**
 * Takes resources out of the record.
 * @throws {WaraqError} `newer_format`
 */
export async function forgetKeptFonts(db: WaraqDatabase, key: ResourceKey): Promise<void> {
  await db.transaction('rw', [db.meta], async () => {
    await checkFormat(db)
    const all = await readKeptFonts(db)
    if (all.delete(key)) await writeFontEntries(db, all)
  })
}
