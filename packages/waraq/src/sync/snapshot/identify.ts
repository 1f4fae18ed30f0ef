import {
  isJsonObject,
  isKnownRecordType,
  recordKeyOf,
  recordTypeOf,
  unfitField,
  type RecordType,
  type ResourceGroup,
} from '@waraq/protocol'
import { measure } from '../../store/measure.ts'
import { positionalKey } from '../../store/record-key.ts'
import type { StoredRow } from '../../store/segment.ts'

/** A snapshot record as a row, or the reason why it cannot be one. */
export type Identified =
  | {
      readonly recordType: RecordType
      readonly row: StoredRow
      /** Approximate length of the row as text, in characters. */
      readonly size: number
    }
  | { readonly problem: string }

/**
 * Determines type and key of the record at `index` of a snapshot. A record of an unknown type without a key gets its position as
 * its key. A record of a known type without a key is rejected.
 */
export function identify(group: ResourceGroup, record: unknown, index: number): Identified {
  if (!isJsonObject(record)) return { problem: 'not an object' }
  const recordType = recordTypeOf(group, record)
  if (recordType === undefined) return { problem: 'no record_type in a group that mixes types' }
  const unfit = unfitField(recordType, record)
  if (unfit !== undefined) return { problem: `a ${recordType} without a usable ${unfit}` }
  const size = measure(record)
  if (typeof size === 'string') return { problem: size }
  const key = recordKeyOf(recordType, record)
  if (key !== undefined) return { recordType, row: { key, data: record }, size }
  if (isKnownRecordType(recordType)) return { problem: `a ${recordType} without a usable id` }
  return { recordType, row: { key: positionalKey(index), data: record }, size }
}
