import { parseResourceKey, type RecordType, type ResourceKey } from '@waraq/protocol'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { WaraqDatabase } from './database.ts'
import { directoryRef, type DirectoryRef } from './directory.ts'
import { Draft } from './drafts.ts'
import { eachRow, LayerCache, presentKeys } from './layers.ts'
import { packPatch, placePatch, withPatch } from './patch.ts'
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

/** A directory of these segments. */
export async function storeDirectory(writer: Writer, ...segments: StoredRow[][]): Promise<DirectoryRef> {
  const draft = await Draft.begin(writer)
  const packed = segments.map((rows) => packSegment(draft.nextSegmentId(), recordType, rows))
  for (const segment of packed) await draft.add(recordType, segment)
  const directory = draft.directory(
    resource,
    recordType,
    packed.map(({ summary }) => summary),
  )
  await draft.finish([directory])
  await writer.db.drafts.delete(draft.id)
  return directoryRef(directory)
}

/** The same with one patch more. */
export async function storePatch(
  writer: Writer,
  ref: DirectoryRef,
  over: FinalChanges,
): Promise<DirectoryRef> {
  const { db } = writer
  const present = await presentKeys(db, await new LayerCache().get(db, ref), over.keys())
  const patch = packPatch(recordType, over, present)
  const draft = await Draft.begin(writer)
  const { directory, segments } = placePatch(patch, resource, draft.id, draft.nextSegmentId)
  for (const segment of segments) await draft.add(recordType, segment)
  await draft.finish([directory])
  await db.drafts.delete(draft.id)
  return withPatch(ref, directory, patch)
}

/** A whole record of a resource, installed unless the rest says otherwise. */
export function resourceRecord(key: string, rest: Partial<ResourceRecord> = {}): ResourceRecord {
  return {
    ...nothingInstalled,
    key: key as ResourceKey,
    ...(parseResourceKey(key) ?? { group: '', id: 0 }),
    status: 'installed',
    reason: rest.status === 'unavailable' ? 'withdrawn' : null,
    ...(rest.directories?.length ? {} : { empty: true }),
    ...rest,
  }
}

/** Makes it the rows of the resource. */
export async function install(db: WaraqDatabase, ref: DirectoryRef): Promise<ResourceRecord> {
  const record = resourceRecord(resource, {
    contentId: 20,
    directories: [ref],
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
export async function shown(db: WaraqDatabase, ref: DirectoryRef): Promise<Map<string, unknown>> {
  const rows = new Map<string, unknown>()
  for await (const { key, data } of eachRow(db, await new LayerCache().get(db, ref))) {
    if (rows.has(key)) throw new Error(`The row ${key} is shown twice`)
    rows.set(key, data)
  }
  return rows
}
