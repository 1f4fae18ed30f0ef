import { segmentTables } from '../segment-tables.ts'
import { partialTables, infoTables } from './database-reads.ts'

/** All tables that a view may read. A transaction cannot add a table after it has started. */
export const viewTables: readonly string[] = [
  ...new Set([...infoTables, ...partialTables, 'manifests', ...segmentTables]),
]
