import type { RecordType } from '@waraq/contract'
import type { ResourceInfo } from '@waraq/engine'

/** Names the commit of a resource's rows: while the mark stays the same, so do the rows. Only compared, never read. */
export function commitMark({ asOf, committedAt, rows }: ResourceInfo): string {
  return [asOf, committedAt, rows].join(' ')
}

export function rowsOf(info: ResourceInfo, recordType: RecordType): number {
  return info.rowsByType.get(recordType) ?? 0
}
