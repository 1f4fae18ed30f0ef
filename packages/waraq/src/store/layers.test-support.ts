import { parseResourceKey, type RecordType, type ResourceKey } from '@waraq/protocol'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { WaraqDatabase } from './database.ts'
import { manifestRef, type ManifestRef } from './manifest.ts'
import { Staging } from './stagings.ts'
import { eachRow, LayerCache, presentKeys } from './layers.ts'
import { packDelta, placeDelta, withDelta } from './delta.ts'
import { nothingInstalled, type ResourceRecord } from './records.ts'
import type { FinalChanges } from './rows.ts'
import { packSegment, type StoredRow } from './segment.ts'
import { claimWriter, type Writer } from './writer.ts'

/** A store whose rows are put together layer by layer, as commits leave them. */

export const resource = 'translations:20'
export const recordType: RecordType = 'translation'

/** Verse `number` of chapter 2; its key is its id. */
export const verse = (id: number, number = id, text = `verse ${number}`): StoredRow => ({
  key: String(id),
  data: { id, verse_key: `2:${number}`, text },
})

/** Rows to put, and numbers of rows to remove. */
export const changes = (...items: (StoredRow | number)[]): FinalChanges =>
  new Map(items.map((item) => (typeof item === 'number' ? [String(item), null] : [item.key, item.data])))

export async function openWriter(): Promise<{ db: WaraqDatabase; writer: Writer }> {
  const db = new WaraqDatabase({ name: 'layers', indexedDB: new IDBFactory(), IDBKeyRange })
  return { db, writer: await claimWriter(db, 'a') }
}

/** A manifest of these segments. */
export async function storeManifest(writer: Writer, ...segments: StoredRow[][]): Promise<ManifestRef> {
  const staging = await Staging.begin(writer)
  const packed = segments.map((rows) => packSegment(staging.nextSegmentId(), recordType, rows))
  for (const segment of packed) await staging.add(recordType, segment)
  const manifest = staging.manifest(
    resource,
    recordType,
    packed.map(({ summary }) => summary),
  )
  await staging.finish([manifest])
  await writer.db.stagings.delete(staging.id)
  return manifestRef(manifest)
}

/** The same with one delta more. */
export async function storeDelta(writer: Writer, ref: ManifestRef, over: FinalChanges): Promise<ManifestRef> {
  const { db } = writer
  const present = await presentKeys(db, await new LayerCache().get(db, ref), over.keys())
  const delta = packDelta(recordType, over, present)
  const staging = await Staging.begin(writer)
  const { manifest, segments } = placeDelta(delta, resource, staging.id, staging.nextSegmentId)
  for (const segment of segments) await staging.add(recordType, segment)
  await staging.finish([manifest])
  await db.stagings.delete(staging.id)
  return withDelta(ref, manifest, delta)
}

/** A whole record of a resource, installed unless the rest says otherwise. */
export function resourceRecord(key: string, rest: Partial<ResourceRecord> = {}): ResourceRecord {
  return {
    ...nothingInstalled,
    key: key as ResourceKey,
    ...(parseResourceKey(key) ?? { group: '', id: 0 }),
    status: 'installed',
    reason: rest.status === 'unavailable' ? 'withdrawn' : null,
    ...(rest.manifests?.length ? {} : { empty: true }),
    ...rest,
  }
}

/** Makes it the rows of the resource. */
export async function install(db: WaraqDatabase, ref: ManifestRef): Promise<ResourceRecord> {
  const record = resourceRecord(resource, {
    contentId: 20,
    manifests: [ref],
    base: 5,
    asOf: 10,
    schemaVersion: 1,
    snapshotSequence: 5,
    installedAtCommit: 1,
  })
  await db.resources.put(record)
  return record
}

/** What the layers show, by key. */
export async function shown(db: WaraqDatabase, ref: ManifestRef): Promise<Map<string, unknown>> {
  const rows = new Map<string, unknown>()
  for await (const { key, data } of eachRow(db, await new LayerCache().get(db, ref))) {
    if (rows.has(key)) throw new Error(`The row ${key} is shown twice`)
    rows.set(key, data)
  }
  return rows
}
