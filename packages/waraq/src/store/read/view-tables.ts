import { segmentTables } from '../segment-tables.ts'
import { partialTables, infoTables } from './database-reads.ts'

/** All tables that a view may read: a transaction cannot add a table once it has begun. */
export const viewTables: readonly string[] = [
  ...new Set([...infoTables, ...partialTables, 'manifests', ...segmentTables]),
]
