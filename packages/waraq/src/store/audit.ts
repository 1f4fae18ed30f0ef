import type { RecordType } from '@waraq/protocol'
import type { Bookkeeping } from './bookkeeping.ts'
import type { WaraqDatabase } from './database.ts'
import { readSegments } from './load.ts'
import { manifestIsWhole, layersOf } from './manifest.ts'
import { isAsSummarized, type SegmentSummary } from './segment.ts'
import { isInstalled, type ResourceRecord } from './records.ts'
import type { Writer } from './writer.ts'

/** Segments read at a time. */
const segmentsPerRead = 8
/** Milliseconds in which each resource is audited about once. */
const roundMs = 7 * 24 * 3_600_000

/** A resource to audit now, or the time when the next one is due, in milliseconds since the epoch. */
export type AuditDue = { readonly resource: ResourceRecord } | { readonly at: number }

/**
 * Returns which resource is due for an audit. Each is audited about once a week, one after the other.
 *
 * @param now milliseconds since the epoch
 */
export function dueForAudit({ resources, audit }: Bookkeeping, now: number): AuditDue {
  const installed = resources.filter(isInstalled)
  const resource = installed.find(({ key }) => key > (audit?.last ?? '')) ?? installed[0]
  if (!resource) return { at: now }
  // A resource that was never audited was sound when it was written. Earlier versions recorded an audit without its time.
  const latest = audit
    ? (audit.at ?? -Infinity)
    : Math.min(...installed.map(({ committedAt }) => committedAt))
  // If the clock was set back, the resource is due, too.
  const everyMs = roundMs / installed.length
  return Math.abs(now - latest) < everyMs ? { at: latest + everyMs } : { resource }
}

async function areSound(
  db: WaraqDatabase,
  recordType: RecordType,
  summaries: readonly SegmentSummary[],
): Promise<boolean> {
  // By ranges, as readers do it: a damaged page next to a segment makes their reads fail, too.
  const ids = summaries.map(({ id }) => id)
  const records = await readSegments(db, recordType, ids)
  return summaries.every((summary) => {
    const record = records.get(summary.id)
    return record !== undefined && isAsSummarized(recordType, record, summary)
  })
}

/** Runs a read on the database, within a deadline. */
type Read = <T>(work: (db: WaraqDatabase) => Promise<T>) => Promise<T>

/**
 * Returns whether all segments of the resource exist with the content that their manifests describe. Reads the entire resource, a
 * few segments at a time, with a `rest` before each read. This finds segments whose content changed, which a check of the keys
 * cannot find. Needs no writer's lock, because stored segments never change. Segments that were replaced meanwhile may seem to be
 * missing; `noteAudit` accounts for that.
 */
export async function isSound(
  read: Read,
  resource: Pick<ResourceRecord, 'manifests'>,
  rest: () => Promise<void> = () => Promise.resolve(),
): Promise<boolean> {
  const layers = resource.manifests.flatMap(layersOf)
  const manifests = await read((db) => db.manifests.bulkGet(layers.map(({ id }) => id)))
  for (const [index, manifest] of manifests.entries()) {
    if (!manifest || !manifestIsWhole(manifest, layers[index]!)) return false
    const { recordType, segments } = manifest
    for (let start = 0; start < segments.length; start += segmentsPerRead) {
      await rest()
      const summaries = segments.slice(start, start + segmentsPerRead)
      if (!(await read((db) => areSound(db, recordType, summaries)))) return false
    }
  }
  return true
}

/** Returns the keys of the resources whose content differs from what their manifests describe. */
export async function findUnsound(
  db: WaraqDatabase,
  resources: readonly ResourceRecord[],
): Promise<string[]> {
  const unsound: string[] = []
  for (const resource of resources)
    if (isInstalled(resource) && !(await isSound((work) => work(db), resource))) unsound.push(resource.key)
  return unsound
}

function isOfSameRows(one: ResourceRecord, other: ResourceRecord): boolean {
  const rows = ({ manifests }: ResourceRecord) =>
    manifests.flatMap(layersOf).map(({ id, digest }) => [id, digest])
  return JSON.stringify(rows(one)) === JSON.stringify(rows(other))
}

/**
 * Records that the resource was audited. A damaged one needs a snapshot from then on, unless its rows were replaced since the
 * audit started.
 */
export async function noteAudit(
  writer: Writer,
  looked: ResourceRecord,
  sound: boolean,
  now: number,
): Promise<void> {
  const { db } = writer
  await writer.write(['resources'], async () => {
    await db.meta.put({ key: 'audit', last: looked.key, at: now })
    const current = await db.resources.get(looked.key)
    if (!sound && current && isOfSameRows(current, looked))
      await db.resources.put({ ...current, needsSnapshot: 'damage' })
  })
}
