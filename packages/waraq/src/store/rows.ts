import { type JsonObject, locatorOf, type RecordType } from '@waraq/protocol'
import { compareLocators } from './compare-locators.ts'
import { compareKeys } from './record-key.ts'
import type { StoredRow } from './segment.ts'

/** By record key: the new data of a row, or null if the row is removed. */
export type FinalChanges = ReadonlyMap<string, JsonObject | null>

/** Rows in reading order: by locator, then by key. */
export function inOrder(recordType: RecordType, rows: readonly StoredRow[]): StoredRow[] {
  const placed = rows.map((row) => ({ row, locator: locatorOf(recordType, row.data) }))
  placed.sort((a, b) => compareLocators(a.locator, b.locator) || compareKeys(a.row.key, b.row.key))
  return placed.map(({ row }) => row)
}
