import { isDeepStrictEqual } from 'node:util'
import { recordKeyOf, recordTypeOf, type JsonObject, type Mutation, type Snapshot } from '@waraq/protocol'

/** Rows by record type and key. */
export type Rows = ReadonlyMap<string, JsonObject>

/** A copy of a resource: one snapshot and the later changes of the feed. */
export interface Copy {
  readonly base: Rows
  /** The sequence up to which the snapshot contains all changes. */
  readonly sequence: number
  readonly changes: readonly Mutation[]
}

const rowName = (recordType: string, recordKey: string) => `${recordType} ${recordKey}`

/** Rows without a key are identified by their position. */
function nameOf(group: string, row: JsonObject, index: number): string {
  const recordType = recordTypeOf(group, row) ?? 'row'
  return rowName(recordType, recordKeyOf(recordType, row) ?? `#${index}`)
}

export function rowsOf({ resource_group: group, records }: Snapshot): Rows {
  return new Map(records.map((row, index) => [nameOf(group, row, index), row]))
}

export function copyOf(snapshot: Snapshot): Copy {
  return { base: rowsOf(snapshot), sequence: snapshot.sync_sequence, changes: [] }
}

/** The rows at a sequence, from the feed's changes up to it. Changes may be repeated and in any order. */
export function rowsAt({ base, sequence, changes }: Copy, at: number): Rows {
  const rows = new Map(base)
  const due = changes.filter((change) => change.sequence > sequence && change.sequence <= at)
  for (const { type, record_type, record_key, data } of due.sort(
    (one, other) => one.sequence - other.sequence,
  )) {
    if (!record_type || typeof record_key !== 'string') continue
    if (type === 'ROW_DELETE') rows.delete(rowName(record_type, record_key))
    else if (data) rows.set(rowName(record_type, record_key), data)
  }
  return rows
}

export interface Difference {
  /** Record type and key. */
  readonly row: string
  /** `missing`: only the snapshot has it. `extra`: only the feed's copy has it. `other`: both have it. */
  readonly kind: 'missing' | 'extra' | 'other'
  /** With `other`: the fields whose values differ. */
  readonly fields?: readonly string[]
}

function fieldsThatDiffer(one: JsonObject, other: JsonObject): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].filter((name) => !isDeepStrictEqual(one[name], other[name]))
}

/** Compares a copy with a snapshot of the same moment, row by row. */
export function differencesOf(copy: Rows, snapshot: Rows): Difference[] {
  const found: Difference[] = []
  for (const [row, data] of snapshot) {
    const own = copy.get(row)
    if (!own) found.push({ row, kind: 'missing' })
    else {
      const fields = fieldsThatDiffer(own, data)
      if (fields.length > 0) found.push({ row, kind: 'other', fields })
    }
  }
  for (const row of copy.keys()) if (!snapshot.has(row)) found.push({ row, kind: 'extra' })
  return found
}
