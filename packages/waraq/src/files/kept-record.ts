import type { ResourceKey } from '@waraq/protocol'
import type { WaraqDatabase } from '../store/database.ts'
import {
  count,
  entriesOf,
  fileEntries,
  readFileEntries,
  resourceOf,
  writeFileEntries,
  type FilesKey,
} from '../store/files-record.ts'
import type { KeptFiles, PartCounts } from '../store/records.ts'
import { checkFormat } from '../store/writer.ts'
import { asParts, type Parts } from './parts.ts'

/** The record of what is kept, for pages: which parts of a resource a person asked for, and how much of them is here. */

export type Counts = Omit<KeptFiles, 'parts'>

function countsOf(value: unknown): KeptFiles['counts'] {
  return Object.fromEntries(
    entriesOf(value as Record<string, unknown>).map(([part, figures]): [string, PartCounts] => {
      const [files, kept, bytes] = Array.isArray(figures) ? (figures as unknown[]) : []
      return [part, [count(files), count(kept), count(bytes)]]
    }),
  )
}

/** What is kept, by the record as it was read; nothing of it is trusted. */
export function keptFilesOf(record: unknown): Map<FilesKey, KeptFiles> {
  return new Map(
    fileEntries(record).map(([key, entry]) => [
      key as FilesKey,
      {
        parts: asParts(entry?.parts),
        bytes: count(entry?.bytes),
        kept: count(entry?.kept),
        wanted: count(entry?.wanted),
        version: count(entry?.version),
        counts: countsOf(entry?.counts),
      },
    ]),
  )
}

export async function readKeptFiles(db: WaraqDatabase): Promise<Map<FilesKey, KeptFiles>> {
  return keptFilesOf({ kept: Object.fromEntries(await readFileEntries(db)) })
}

/** Changes one entry where `change` gives another one; undefined removes it. Writes nothing where nothing changes. */
async function changeEntry(
  db: WaraqDatabase,
  key: FilesKey,
  change: (entry: KeptFiles | undefined, isHere: boolean) => KeptFiles | undefined,
): Promise<KeptFiles | undefined> {
  return db.transaction('rw', [db.meta, db.resources], async () => {
    await checkFormat(db)
    const resource = await db.resources.get(resourceOf(key) as ResourceKey)
    const all = await readKeptFiles(db)
    const before = all.get(key)
    const after = change(before, resource?.status === 'installed')
    if (JSON.stringify(before) === JSON.stringify(after)) return after
    if (after) all.set(key, after)
    else all.delete(key)
    await writeFileEntries(db, all)
    return after
  })
}

const nothing: Counts = { bytes: 0, kept: 0, wanted: 0, version: 0, counts: {} }

/**
 * Notes which parts are wanted from now on. Undefined where the resource is not here, of which nothing can be wanted.
 * @throws {WaraqError} `newer_format`
 */
export async function noteDesired(
  db: WaraqDatabase,
  key: FilesKey,
  setting: (parts: Parts) => Parts,
): Promise<Parts | undefined> {
  const entry = await changeEntry(db, key, (before, isHere) => {
    const { parts, ...counts } = before ?? { ...nothing, parts: [] }
    return isHere || before ? { parts: setting(parts), ...counts } : undefined
  })
  return entry?.parts
}

/**
 * Notes what is kept. Other tabs may have changed meanwhile what is wanted; that stays.
 * @returns false where the resource is not here, or nothing is to be kept of it
 * @throws {WaraqError} `newer_format`
 */
export async function noteCounts(db: WaraqDatabase, key: FilesKey, counts: Counts): Promise<boolean> {
  let isKept = false
  await changeEntry(db, key, (before, isHere) => {
    isKept = isHere && before !== undefined
    return before && isKept ? { parts: before.parts, ...counts } : before
  })
  return isKept
}

/**
 * Takes the files out of the record, unless a part of them is wanted.
 * @throws {WaraqError} `newer_format`
 */
export async function forgetKept(db: WaraqDatabase, key: FilesKey): Promise<void> {
  await changeEntry(db, key, (before) => (before && before.parts.length > 0 ? before : undefined))
}
