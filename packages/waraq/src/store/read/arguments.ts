import {
  invalidArgument,
  isKnownRecordType,
  recordTypesIn,
  type RecordType,
  type ResourceRef,
} from '@waraq/protocol'

export { checkRef } from '@waraq/protocol'

/** Checks of arguments, because an empty result would hide a mistake in them. */

export function checkRecordKey(recordKey: string): void {
  if (typeof recordKey !== 'string')
    throw invalidArgument('recordKey', 'the key of a row, as text', recordKey)
}

/** Accepts groups and record types that this version does not know, because a newer service may have them. */
export function checkRecordType(recordType: RecordType, { group }: ResourceRef): void {
  const held = recordTypesIn(group)
  if (!held || !isKnownRecordType(recordType) || held.includes(recordType)) return
  throw invalidArgument('recordType', `one that resources of ${group} hold (${held.join(', ')})`, recordType)
}
