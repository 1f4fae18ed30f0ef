import {
  isKnownRecordType,
  parseResourceKey,
  recordTypesIn,
  resourceKey,
  WaraqError,
  type RecordType,
  type ResourceRef,
} from '@waraq/contract'

/** Checks of arguments: an empty answer would hide a mistake in them. */

export function invalid(argument: string, wanted: string, given: unknown): WaraqError {
  const shown = typeof given === 'string' || typeof given === 'number' ? ` It was ${String(given)}.` : ''
  return new WaraqError({
    code: 'invalid_argument',
    message: `"${argument}" has to be ${wanted}.${shown}`,
    details: { argument },
  })
}

export function checkRef(ref: ResourceRef, argument = 'ref'): ResourceRef {
  const key = typeof ref === 'object' && ref !== null ? resourceKey(ref) : ''
  const known = parseResourceKey(key)
  if (!known) throw invalid(argument, "a resource, such as { group: 'translations', id: 20 }", key)
  return known
}

export function checkRecordKey(recordKey: string): void {
  if (typeof recordKey !== 'string') throw invalid('recordKey', 'the key of a row, as text', recordKey)
}

/** Groups and record types that this version does not know pass: a newer service may have them. */
export function checkRecordType(recordType: RecordType, { group }: ResourceRef): void {
  const held = recordTypesIn(group)
  if (!held || !isKnownRecordType(recordType) || held.includes(recordType)) return
  throw invalid('recordType', `one that resources of ${group} hold (${held.join(', ')})`, recordType)
}
