import type { ResourceKey } from '@waraq/protocol'
import type { ReadTables } from './read-tables.ts'
import type { PartialRecord, StagingRecord } from './records.ts'

/** How much of a resource's first snapshot has arrived. */
export interface PartialSnapshot {
  /** Rows that can be read, of all record types. */
  readonly rows: number
  /** Bytes of the snapshot that had arrived by then. */
  readonly bytes: number
  /** Bytes of the complete snapshot; null if the service does not report them. */
  readonly of: number | null
}

/** A staging that announces a first snapshot. */
export type PartialStaging = StagingRecord & { readonly partial: PartialRecord }

export function isPartial(staging: StagingRecord): staging is PartialStaging {
  return staging.partial !== undefined
}

/** Returns the staging that announces the resource's first snapshot. It has no meaning if the resource has a record. */
export async function partialStaging(
  db: Pick<ReadTables, 'stagings'>,
  key: ResourceKey,
): Promise<PartialStaging | undefined> {
  return (await db.stagings.toArray()).filter(isPartial).findLast(({ partial }) => partial.resource === key)
}

export function partialRows({ manifests }: Pick<PartialRecord, 'manifests'>): number {
  return manifests.reduce((sum, { segments }) => segments.reduce((rest, { count }) => rest + count, sum), 0)
}

export function partialFrom({ partial }: PartialStaging): PartialSnapshot {
  return { rows: partialRows(partial), bytes: partial.bytes, of: partial.of }
}
