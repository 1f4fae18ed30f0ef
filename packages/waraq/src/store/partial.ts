import type { ResourceKey } from '@waraq/protocol'
import type { ReadTables } from './read-tables.ts'
import type { ArrivingRecord, StagingRecord } from './records.ts'

/** How much has come of a resource's first snapshot. */
export interface Arriving {
  /** Rows that can be read, of all record types. */
  readonly rows: number
  /** Bytes of the snapshot that had come by then. */
  readonly bytes: number
  /** Bytes of the whole snapshot; null where the service does not say. */
  readonly of: number | null
}

/** A staging that tells of a first snapshot. */
export type TellingStaging = StagingRecord & { readonly arriving: ArrivingRecord }

export function tells(staging: StagingRecord): staging is TellingStaging {
  return staging.arriving !== undefined
}

/** The staging that tells of the resource's first snapshot. It says nothing where the resource has a record. */
export async function stagingArriving(
  db: Pick<ReadTables, 'stagings'>,
  key: ResourceKey,
): Promise<TellingStaging | undefined> {
  return (await db.stagings.toArray()).filter(tells).findLast(({ arriving }) => arriving.resource === key)
}

export function rowsSoFar({ manifests }: Pick<ArrivingRecord, 'manifests'>): number {
  return manifests.reduce((sum, { segments }) => segments.reduce((rest, { count }) => rest + count, sum), 0)
}

export function arrivingFrom({ arriving }: TellingStaging): Arriving {
  return { rows: rowsSoFar(arriving), bytes: arriving.bytes, of: arriving.of }
}
