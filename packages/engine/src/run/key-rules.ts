import { documentedKeyRules, recordKeyOf, type Mutation, type RecordType } from '@waraq/contract'

/**
 * Self-healing of the one thing that no document settles: what `record_key` is for most record types. We derive a row's
 * key from the row; a row change that disagrees, or a delete that might, is answered with a snapshot instead of a guess.
 */

function isUpsert(mutation: Mutation): boolean {
  return mutation.type === 'ROW_CREATE' || mutation.type === 'ROW_UPDATE'
}

function agrees(mutation: Mutation): boolean {
  const { record_type, record_key, data } = mutation
  return Boolean(record_type && data) && recordKeyOf(record_type!, data!) === record_key
}

/** Record types whose rule counts as confirmed: documented, confirmed before, or confirmed by this set alone. */
export function confirmedBy(
  mutations: readonly Mutation[],
  before: ReadonlySet<RecordType>,
): ReadonlySet<RecordType> {
  const rules = new Set<RecordType>([...documentedKeyRules, ...before])
  const refuted = new Set<RecordType>()
  for (const mutation of mutations) {
    if (!isUpsert(mutation) || !mutation.record_type) continue
    if (agrees(mutation)) rules.add(mutation.record_type)
    else refuted.add(mutation.record_type)
  }
  for (const type of refuted) rules.delete(type)
  return rules
}

/** Where a row stands, as text. */
export function rowIdentity(mutation: Mutation): string {
  return JSON.stringify([
    mutation.resource_group,
    mutation.resource_id,
    mutation.record_type,
    mutation.record_key,
  ])
}

/** Whether planning has to know if the row that this delete names is installed. */
export function deleteNeedsLookup(mutation: Mutation, rules: ReadonlySet<RecordType>): boolean {
  const { type, record_type, record_key } = mutation
  return (
    type === 'ROW_DELETE' &&
    Boolean(record_type) &&
    typeof record_key === 'string' &&
    !rules.has(record_type!)
  )
}

/**
 * Whether a row change may be applied by its record key. An upsert has to carry the key that its row derives. A delete
 * carries no row: where its type's rule was never confirmed, the row has to be here and the change's own
 * `source_record_id`, if it has one, must not speak against the rule.
 */
export function rowChangeFits(
  mutation: Mutation,
  rules: ReadonlySet<RecordType>,
  missingRows: ReadonlySet<string>,
): boolean {
  if (isUpsert(mutation)) return agrees(mutation)
  if (rules.has(mutation.record_type!)) return true
  const source = mutation.source_record_id
  if (source !== null && source !== undefined && String(source) !== mutation.record_key) return false
  return !missingRows.has(rowIdentity(mutation))
}
