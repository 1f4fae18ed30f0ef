import { resourceKey, type RecordType, type ResourceRef } from '@waraq/protocol'
import type { WaraqDatabase } from '../database.ts'
import { decodeKeys, layersOf, type ManifestRecord, type LayerRef } from '../manifest.ts'
import { nameOf } from '../load.ts'
import { checkRef } from './arguments.ts'
import type { DatabaseReads } from './database-reads.ts'
import type { Noted } from './read-set.ts'

/** The changes of one record type's rows by commits. */
export interface RowChanges {
  /** Opaque name of the current rows. Pass it to the next call, also in a later session. */
  readonly mark: string
  /**
   * Keys of the rows that were written or removed since the given mark, in no order. Null if they are not known: any row may have
   * changed.
   */
  readonly recordKeys: readonly string[] | null
}

function markOf(layers: readonly LayerRef[]): string {
  return layers.map((layer) => nameOf(layer.id, layer)).join()
}

/** Record keys that any of the deltas upserts or removes. */
export function decidedBy(deltas: readonly ManifestRecord[]): Set<string> {
  const decided = new Set<string>()
  for (const { decides } of deltas) {
    if (decides === undefined) continue
    const { upserted, removed } = decodeKeys(decides)
    for (const key of [...upserted, ...removed]) decided.add(key)
  }
  return decided
}

/** Reads which rows changed since the mark. Returns undefined if there are no rows to read. */
export async function readRowChanges(
  db: WaraqDatabase,
  reads: DatabaseReads,
  recordType: RecordType,
  ref: ResourceRef,
  since: string | undefined,
  noted: Noted,
): Promise<RowChanges | undefined> {
  const key = resourceKey(checkRef(ref))
  const from = await reads.readable(db, await db.resources.get(key), recordType)
  const asked = { range: {}, recordKeys: new Set<string>() }
  reads.note(noted, { resource: key, recordType, asked, from })
  if (!from) return undefined
  const refs = layersOf(from)
  const mark = markOf(refs)
  const kept = refs.findIndex((_, index) => markOf(refs.slice(0, index + 1)) === since) + 1
  if (kept === 0) return { mark, recordKeys: null }
  const layers = await reads.layers(db, from)
  return { mark, recordKeys: [...decidedBy(layers.all.slice(kept))] }
}
