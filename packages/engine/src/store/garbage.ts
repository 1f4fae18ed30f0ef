import { directoryIdsOf, segmentIdsOf, segmentTables, segmentTableOf } from './database.ts'
import type { DirectoryRef } from './directory.ts'
import type { GarbageRecord } from './records.ts'
import type { Writer } from './writer.ts'

/** Records deleted in one transaction; small, because readers wait behind each. */
const recordsPerDelete = 16

/**
 * What becomes unreachable when a resource's directories change. Put in the same transaction as the change; whatever the
 * number of rows, it is one small record a directory.
 */
export function garbageOf(before: readonly DirectoryRef[], after: readonly DirectoryRef[]): GarbageRecord[] {
  return before
    .filter((old) => !after.some((kept) => kept.id === old.id))
    .map((old) => ({
      directory: old.id,
      successor: after.find((next) => next.recordType === old.recordType)?.id ?? null,
    }))
}

export async function deleteInSlices(
  writer: Writer,
  table: string,
  ids: readonly (number | string)[],
  signal?: AbortSignal,
): Promise<void> {
  for (let start = 0; start < ids.length; start += recordsPerDelete) {
    signal?.throwIfAborted()
    const slice = ids.slice(start, start + recordsPerDelete)
    await writer.write([table], () => writer.db.table(table).bulkDelete(slice))
  }
}

/** Deletes the segments of replaced directories, oldest first, because a successor may itself have been replaced. */
async function collectReplaced(writer: Writer, signal?: AbortSignal): Promise<void> {
  const { db } = writer
  for (;;) {
    signal?.throwIfAborted()
    const garbage = await db.garbage.orderBy(':id').first()
    if (!garbage) return
    const directory = await db.directories.get(garbage.directory)
    const successor = garbage.successor === null ? undefined : await db.directories.get(garbage.successor)
    // A successor that is gone was replaced and collected already, which order forbids: then it is damage, and the
    // segments that it shared cannot be told from garbage here. Those that nobody holds are found as orphans.
    const lost = garbage.successor !== null && !successor
    if (directory && !lost) {
      const kept = new Set(successor?.segments.map((segment) => segment.id))
      const dead = directory.segments.map((segment) => segment.id).filter((id) => !kept.has(id))
      await deleteInSlices(writer, segmentTableOf(directory.recordType), dead, signal)
    }
    await writer.write(['garbage', 'directories'], async () => {
      await db.directories.delete(garbage.directory)
      await db.garbage.delete(garbage.id!)
    })
  }
}

/** Deletes what abandoned drafts left behind: those that no prepared snapshot of a page set under way needs. */
async function collectDrafts(writer: Writer, signal?: AbortSignal): Promise<void> {
  const { db } = writer
  const prepared = new Set((await db.prepared.toArray()).map((record) => record.draft))
  for (const draft of await db.drafts.toCollection().primaryKeys()) {
    if (prepared.has(draft)) continue
    signal?.throwIfAborted()
    const [first, last] = segmentIdsOf(draft)
    for (const table of segmentTables) {
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

/** Deletes staged pages and prepared snapshots of page sets that ended. */
async function collectEndedSets(writer: Writer): Promise<void> {
  const { db } = writer
  const open = new Set((await db.journals.toArray()).map((journal) => journal.id))
  const ended = (keys: readonly unknown[]) => keys.filter((key) => !open.has((key as [number, unknown])[0]))
  const staged = ended(await db.staged.toCollection().primaryKeys())
  const prepared = ended(await db.prepared.toCollection().primaryKeys())
  if (staged.length === 0 && prepared.length === 0) return
  await writer.write(['staged', 'prepared'], async () => {
    await db.staged.bulkDelete(staged as [number, number][])
    await db.prepared.bulkDelete(prepared as [number, string][])
  })
}

/**
 * Deletes everything that no reader and no page set under way can reach. Only between runs of the one writer, when no
 * draft is being written. May stop anywhere; the next call goes on.
 */
export async function collectGarbage(writer: Writer, signal?: AbortSignal): Promise<void> {
  await collectEndedSets(writer)
  await collectReplaced(writer, signal)
  await collectDrafts(writer, signal)
}
