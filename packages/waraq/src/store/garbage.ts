import { removeFiles } from './remove-files.ts'
import { tells, type TellingDraft } from './arriving.ts'
import { directoryIdsOf, segmentIdsOf, type WaraqDatabase } from './database.ts'
import { layerIds, type DirectoryRef } from './directory.ts'
import type { GarbageRecord } from './records.ts'
import { segmentTableOf, segmentTables } from './segment-tables.ts'
import { unobserved, type Writer } from './writer.ts'

/** Records deleted in one transaction; few, because readers wait for each transaction. */
const recordsPerDelete = 16

/**
 * The garbage records of directories that a change makes unreachable: one small record a directory, for any number of rows.
 * To be put in the transaction of the change.
 */
export function garbageOf(before: readonly DirectoryRef[], after: readonly DirectoryRef[]): GarbageRecord[] {
  const kept = new Set(layerIds(after))
  return before.flatMap((old) => {
    const successor = after.find((next) => next.recordType === old.recordType)?.id ?? null
    return layerIds([old]).flatMap((directory) => (kept.has(directory) ? [] : [{ directory, successor }]))
  })
}

/** Deletes records that no reader reaches. */
export async function deleteInSlices(
  writer: Writer,
  table: string,
  ids: readonly (number | string)[],
  signal?: AbortSignal,
): Promise<void> {
  for (let start = 0; start < ids.length; start += recordsPerDelete) {
    signal?.throwIfAborted()
    const slice = ids.slice(start, start + recordsPerDelete)
    await writer.write([table], async () => {
      for (const id of slice) unobserved(writer.db.table(table)).delete(id)
    })
  }
}

/** The oldest garbage, and which segments of its directory are dead. */
function oldestReplaced(db: WaraqDatabase) {
  return db.transaction('r', [db.garbage, db.directories, db.resources], async () => {
    const garbage = await db.garbage.orderBy(':id').first()
    if (!garbage) return undefined
    const [directory, successor] = await db.directories.bulkGet([garbage.directory, garbage.successor ?? ''])
    // Garbage is collected in order, so a missing successor was not collected: the browser lost it. The segments that it
    // shared cannot be told from garbage here. Those that no directory holds are found as orphans.
    if (!directory || (garbage.successor !== null && !successor)) return { garbage, dead: [], table: '' }
    // Nor does what the resource has now die, whatever the garbage says of its successor.
    const resource = await db.resources.get(directory.resource)
    const layers = await db.directories.bulkGet(layerIds(resource?.directories ?? []))
    const kept = new Set([successor, ...layers].flatMap((each) => each?.segments.map(({ id }) => id) ?? []))
    const dead = directory.segments.map(({ id }) => id).filter((id) => !kept.has(id))
    return { garbage, dead, table: segmentTableOf(directory.recordType) }
  })
}

/** Deletes the segments of replaced directories, oldest first, because a successor may itself have been replaced. */
async function collectReplaced(writer: Writer, signal?: AbortSignal): Promise<void> {
  const { db } = writer
  for (;;) {
    signal?.throwIfAborted()
    const oldest = await oldestReplaced(db)
    if (!oldest) return
    const { garbage, dead, table } = oldest
    await deleteInSlices(writer, table, dead, signal)
    await writer.write(['garbage', 'directories'], async () => {
      unobserved(db.directories).delete(garbage.directory)
      await db.garbage.delete(garbage.id!)
    })
  }
}

/** Deletes what abandoned drafts left behind. Readers stop reaching it first: those who asked for what arrives see its end. */
async function collectDrafts(
  writer: Writer,
  { drafts: abandoned, telling }: Pick<Unneeded, 'drafts' | 'telling'>,
  signal?: AbortSignal,
): Promise<void> {
  const { db } = writer
  if (telling.length > 0)
    await writer.write(['drafts'], async () => {
      await db.drafts.bulkPut(telling.map((id) => ({ id })))
    })
  for (const draft of abandoned) {
    signal?.throwIfAborted()
    // A key that is no number is that of no draft.
    for (const table of typeof draft === 'number' ? segmentTables : []) {
      const [first, last] = segmentIdsOf(draft)
      const dead = await db.table(table).where('id').between(first, last, true, true).primaryKeys()
      await deleteInSlices(writer, table, dead as number[], signal)
    }
    const [firstDirectory, lastDirectory] = directoryIdsOf(draft)
    await writer.write(['drafts', 'directories'], async () => {
      await db.directories.where('id').between(firstDirectory, lastDirectory, true, true).delete()
      await db.drafts.delete(draft)
    })
  }
}

/** Stored records that nothing needs any more. */
interface Unneeded {
  /** Pages and snapshots of page sets that ended. */
  readonly staged: readonly [number, number][]
  readonly prepared: readonly [number, string][]
  /** Drafts that no page set under way needs, and those of them that readers reach as what arrives. */
  readonly drafts: readonly number[]
  readonly telling: readonly number[]
  readonly replaced: boolean
  /** Whether a replaced directory has no successor, because its resource was removed. */
  readonly removed: boolean
}

/** Whether the rest of this first snapshot may still come. */
async function isAwaited(
  db: WaraqDatabase,
  { arriving: { journal, resource } }: TellingDraft,
  open: ReadonlySet<number>,
): Promise<boolean> {
  return open.has(journal) && (await db.resources.get(resource)) === undefined
}

/** Looks for all of it in one transaction, because mostly there is nothing. */
function findUnneeded({ db }: Writer, keepsArriving: boolean): Promise<Unneeded> {
  const tables = [db.journals, db.staged, db.prepared, db.drafts, db.garbage, db.resources]
  return db.transaction('r', tables, async () => {
    const open = new Set((await db.journals.toArray()).map((journal) => journal.id))
    const staged = (await db.staged.toCollection().primaryKeys()) as [number, number][]
    const prepared = await db.prepared.toArray()
    const needed = new Set(prepared.flatMap(({ journal, draft }) => (open.has(journal) ? [draft] : [])))
    const telling: number[] = []
    const drafts = await db.drafts.toArray()
    for (const draft of drafts.filter(tells)) {
      if (keepsArriving && (await isAwaited(db, draft, open))) needed.add(draft.id)
      else if (!needed.has(draft.id)) telling.push(draft.id)
    }
    const replaced = (await db.garbage.count()) > 0
    const removed = replaced && (await db.garbage.filter(({ successor }) => successor === null).count()) > 0
    return {
      staged: staged.filter(([journal]) => !open.has(journal)),
      prepared: prepared.flatMap(({ journal, key }) => (open.has(journal) ? [] : [[journal, key]])),
      drafts: drafts.map(({ id }) => id).filter((draft) => !needed.has(draft)),
      telling,
      replaced,
      removed,
    }
  })
}

async function collectEndedSets(
  writer: Writer,
  { staged, prepared }: Pick<Unneeded, 'staged' | 'prepared'>,
): Promise<void> {
  const { db } = writer
  if (staged.length === 0 && prepared.length === 0) return
  await writer.write(['staged', 'prepared'], async () => {
    await db.staged.bulkDelete([...staged])
    await db.prepared.bulkDelete([...prepared])
  })
}

/**
 * Deletes everything that no reader and no page set under way can reach. To be called between runs of the one writer, while
 * no draft is being written. May stop anywhere; the next call goes on. What an earlier run left of a first snapshot is kept while
 * its page set is under way; a caller that needs the room does without (`keepsArriving`).
 */
export async function collectGarbage(
  writer: Writer,
  signal?: AbortSignal,
  { keepsArriving = true } = {},
): Promise<void> {
  const unneeded = await findUnneeded(writer, keepsArriving)
  await collectEndedSets(writer, unneeded)
  // Before the garbage is deleted: its records tell that a resource was removed.
  if (unneeded.removed) await removeFiles(writer)
  if (unneeded.replaced) await collectReplaced(writer, signal)
  await collectDrafts(writer, unneeded, signal)
}
