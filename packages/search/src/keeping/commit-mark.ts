import type { RecordType } from '@waraq/contract'
import type { ResourceInfo } from '@waraq/engine'

/** Names the commit that a resource's rows are of: while it stays, they do. Only ever compared. */
export function commitMark({ asOf, committedAt, rows }: ResourceInfo): string {
  return [asOf, committedAt, rows].join(' ')
}

export function rowsOf(info: ResourceInfo, recordType: RecordType): number {
  return info.rowsByType.get(recordType) ?? 0
}
