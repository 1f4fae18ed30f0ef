import type { RecordType } from '@waraq/contract'
import type { WaraqDatabase } from './database.ts'
import { directoryIsWhole, layersOf } from './directory.ts'
import { segmentDigest, type SegmentSummary } from './segment.ts'
import type { AuditRecord, ResourceRecord } from './records.ts'
import type { Writer } from './writer.ts'

/** Segments read at a time. */
const segmentsPerRead = 8
/** Within which each resource is looked through about once. */
const roundMs = 7 * 24 * 3_600_000

/**
 * How far the look at one resource has come, and when the next one is due. Kept in memory: a look that had to give way goes
 * on with the next sync, also where a commit came between, because segments never change.
 */
export class AuditProgress {
  /** Before it, the database need not be asked. */
  nextAt = -Infinity
  #resource = ''
  readonly #sound = new Set<string>()

  begin(resource: string): void {
    if (resource !== this.#resource) this.#sound.clear()
    this.#resource = resource
  }

  add(recordType: RecordType, { id }: SegmentSummary): void {
    this.#sound.add(`${id} ${recordType}`)
  }

  has(recordType: RecordType, { id }: SegmentSummary): boolean {
    return this.#sound.has(`${id} ${recordType}`)
  }

  end(): void {
    this.#sound.clear()
  }
}

async function areSound(
  db: WaraqDatabase,
  recordType: RecordType,
  summaries: readonly SegmentSummary[],
): Promise<boolean> {
  const records = await db.segments(recordType).bulkGet(summaries.map(({ id }) => id))
  return summaries.every(({ digest }, index) => {
    const record = records[index]
    return record !== undefined && segmentDigest(record) === digest
  })
}

type Verdict = 'sound' | 'damaged' | 'unfinished'

/** Whether all segments of the resource are there with the content that their directories vouch for. */
async function lookThrough(
  db: WaraqDatabase,
  resource: ResourceRecord,
  progress: AuditProgress,
  signal: AbortSignal,
  wanted: AbortSignal | undefined,
): Promise<Verdict> {
  const layers = resource.directories.flatMap(layersOf)
  const directories = await db.directories.bulkGet(layers.map(({ id }) => id))
  for (const [index, directory] of directories.entries()) {
    if (!directory || !directoryIsWhole(directory, layers[index]!)) return 'damaged'
    const { recordType } = directory
    const left = directory.segments.filter((summary) => !progress.has(recordType, summary))
    for (let start = 0; start < left.length; start += segmentsPerRead) {
      signal.throwIfAborted()
      const summaries = left.slice(start, start + segmentsPerRead)
      if (!(await areSound(db, recordType, summaries))) return 'damaged'
      for (const summary of summaries) progress.add(recordType, summary)
      // Looked at only after some work, so that each call comes closer to the end.
      if (wanted?.aborted) return 'unfinished'
    }
  }
  return 'sound'
}

/** The resource to look through next, and how long after the last one it is due. */
async function nextResource({ db }: Writer): Promise<{
  readonly resource: ResourceRecord | undefined
  readonly everyMs: number
  readonly lastAt: number | undefined
}> {
  return db.transaction('r', [db.resources, db.meta], async () => {
    const installed = (await db.resources.toArray()).filter(
      ({ status, owes }) => status === 'installed' && owes === null,
    )
    const record = (await db.meta.get('audit')) as AuditRecord | undefined
    const resource = installed.find(({ key }) => key > (record?.last ?? '')) ?? installed[0]
    // Versions before this one did not say when.
    return { resource, everyMs: roundMs / installed.length, lastAt: record && (record.at ?? -Infinity) }
  })
}

/**
 * Where one is due, reads one resource whole and holds it against its digests; the next call takes the next resource.
 * What a look at the keys cannot see and no reader has met, a segment whose content changed, is found this way within a
 * week of syncs, or a little more where it has to give way: once `wanted` is aborted, the rest of a resource is left for
 * the next call. A damaged one owes a snapshot from then on. Returns its key, or undefined where nothing was found.
 *
 * @param now milliseconds since the epoch
 */
export async function auditNext(
  writer: Writer,
  now: number,
  signal: AbortSignal,
  progress = new AuditProgress(),
  wanted?: AbortSignal,
): Promise<string | undefined> {
  if (now < progress.nextAt) return undefined
  const { db } = writer
  const { resource, everyMs, lastAt } = await nextResource(writer)
  if (!resource) return undefined
  if (lastAt === undefined) {
    // What was never looked through has just been written.
    progress.nextAt = now + everyMs
    await writer.write([], () => db.meta.put({ key: 'audit', last: '', at: now }))
    return undefined
  }
  // A clock that was set back makes it due, too.
  if (Math.abs(now - lastAt) < everyMs) {
    progress.nextAt = lastAt + everyMs
    return undefined
  }
  progress.begin(resource.key)
  const verdict = await lookThrough(db, resource, progress, signal, wanted)
  if (verdict === 'unfinished') return undefined
  progress.end()
  progress.nextAt = now + everyMs
  await writer.write(['resources'], async () => {
    await db.meta.put({ key: 'audit', last: resource.key, at: now })
    if (verdict === 'damaged') await db.resources.update(resource.key, { owes: 'damage' })
  })
  return verdict === 'damaged' ? resource.key : undefined
}
