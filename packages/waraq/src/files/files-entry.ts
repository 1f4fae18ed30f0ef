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
import type { FilesEntry, PartCounts } from '../store/records.ts'
import { checkFormat } from '../store/writer.ts'
import { asParts, type Parts } from './parts.ts'

/** Record of kept files, for pages: how much of a resource is here. `FilesEntry` adds the parts that a person requested. */

export type Counts = Omit<FilesEntry, 'parts'>

function countsOf(value: unknown): FilesEntry['counts'] {
  return Object.fromEntries(
    entriesOf(value as Record<string, unknown>).map(([part, figures]): [string, PartCounts] => {
      const [files, kept, bytes] = Array.isArray(figures) ? (figures as unknown[]) : []
      return [part, [count(files), count(kept), count(bytes)]]
    }),
  )
}

/** Reads the kept files from a stored record. No value of it is trusted. */
export function filesEntriesOf(record: unknown): Map<FilesKey, FilesEntry> {
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

export async function readFilesEntry(db: WaraqDatabase): Promise<Map<FilesKey, FilesEntry>> {
  return filesEntriesOf({ kept: Object.fromEntries(await readFileEntries(db)) })
}

/** Changes one entry if `change` returns a different one; undefined removes it. Writes nothing if nothing changes. */
async function changeEntry(
  db: WaraqDatabase,
  key: FilesKey,
  change: (entry: FilesEntry | undefined, isHere: boolean) => FilesEntry | undefined,
): Promise<FilesEntry | undefined> {
  return db.transaction('rw', [db.meta, db.resources], async () => {
    await checkFormat(db)
    const resource = await db.resources.get(resourceOf(key) as ResourceKey)
    const all = await readFilesEntry(db)
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
 * Records which parts are wanted from now on. Returns undefined if the resource is not here and has no entry: then nothing of it
 * can be wanted.
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
 * Records the counts of kept files. The wanted parts stay as they are, because other tabs may have changed them meanwhile.
 * @returns false if the resource is not here, or nothing is to be kept of it
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
 * Removes the files from the record, unless a part of them is wanted.
 * @throws {WaraqError} `newer_format`
 */
export async function forgetKept(db: WaraqDatabase, key: FilesKey): Promise<void> {
  await changeEntry(db, key, (before) => (before && before.parts.length > 0 ? before : undefined))
}
