import type { ResourceKey } from '@waraq/protocol'
import type { ReadTables } from './read-tables.ts'
import type { ArrivingRecord, DraftRecord } from './records.ts'

/** How much has come of a resource's first snapshot. */
export interface Arriving {
  /** Rows that can be read, of all record types. */
  readonly rows: number
  /** Bytes of the snapshot that had come by then. */
  readonly bytes: number
  /** Bytes of the whole snapshot; null where the service does not say. */
  readonly of: number | null
}

/** A draft that tells of a first snapshot. */
export type TellingDraft = DraftRecord & { readonly arriving: ArrivingRecord }

export function tells(draft: DraftRecord): draft is TellingDraft {
  return draft.arriving !== undefined
}

/** The draft that tells of the resource's first snapshot. It says nothing where the resource has a record. */
export async function draftArriving(
  db: Pick<ReadTables, 'drafts'>,
  key: ResourceKey,
): Promise<TellingDraft | undefined> {
  return (await db.drafts.toArray()).filter(tells).findLast(({ arriving }) => arriving.resource === key)
}

export function rowsSoFar({ directories }: Pick<ArrivingRecord, 'directories'>): number {
  return directories.reduce((sum, { segments }) => segments.reduce((rest, { count }) => rest + count, sum), 0)
}

export function arrivingFrom({ arriving }: TellingDraft): Arriving {
  return { rows: rowsSoFar(arriving), bytes: arriving.bytes, of: arriving.of }
}
