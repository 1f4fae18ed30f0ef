import type { WaraqDatabase } from './database.ts'
import { segmentDigest } from './segment.ts'
import type { AuditRecord, ResourceRecord } from './records.ts'
import type { Writer } from './writer.ts'

/** Segments read at a time. */
const segmentsPerRead = 8

/** Whether all segments of the resource are there with the content that their directories vouch for. */
async function isSound(db: WaraqDatabase, resource: ResourceRecord, signal: AbortSignal): Promise<boolean> {
  const directories = await db.directories.bulkGet(resource.directories.map(({ id }) => id))
  for (const directory of directories) {
    if (!directory) return false
    for (let start = 0; start < directory.segments.length; start += segmentsPerRead) {
      signal.throwIfAborted()
      const summaries = directory.segments.slice(start, start + segmentsPerRead)
      const records = await db.segments(directory.recordType).bulkGet(summaries.map(({ id }) => id))
      const sound = summaries.every(({ digest }, index) => {
        const record = records[index]
        return record !== undefined && segmentDigest(record) === digest
      })
      if (!sound) return false
    }
  }
  return true
}

/**
 * Reads one resource whole and holds it against its digests; the next call takes the next resource. What a look at the
 * keys cannot see, a segment whose content changed, is found this way within as many syncs as there are resources. A
 * damaged one owes a snapshot from then on. Returns its key, or undefined where all is well.
 */
export async function auditNext(writer: Writer, signal: AbortSignal): Promise<string | undefined> {
  const { db } = writer
  const resource = await db.transaction('r', [db.resources, db.meta], async () => {
    const due = (await db.resources.toArray()).filter(
      ({ status, owes }) => status === 'installed' && owes === null,
    )
    const last = ((await db.meta.get('audit')) as AuditRecord | undefined)?.last ?? ''
    return due.find(({ key }) => key > last) ?? due[0]
  })
  if (!resource) return undefined
  const sound = await isSound(db, resource, signal)
  await writer.write(['resources'], async () => {
    await db.meta.put({ key: 'audit', last: resource.key })
    if (!sound) await db.resources.update(resource.key, { owes: 'damage' })
  })
  return sound ? undefined : resource.key
}
