import { recordKeyOf, type Mutation } from '@waraq/protocol'

/** The rule that the `record_key` of a record type's row changes followed. */
export interface KeyRule {
  readonly recordType: string
  /** Row changes with a row: creations and updates. */
  readonly changes: number
  /** Number of these changes whose key equals the one derived from the row. */
  readonly derived: number
  /** Fields of the row that equalled the key in every change. */
  readonly fields: readonly string[]
}

function fieldsThatAre(key: string, row: object): string[] {
  return Object.entries(row).flatMap(([field, value]) =>
    (typeof value === 'string' || typeof value === 'number') && String(value) === key ? [field] : [],
  )
}

/** The rule of each changed record type, sorted by name. */
export function keyRules(mutations: readonly Mutation[]): KeyRule[] {
  const rules = new Map<string, KeyRule>()
  for (const { record_type: recordType, record_key: key, data } of mutations) {
    if (!recordType || typeof key !== 'string' || !data) continue
    const fields = fieldsThatAre(key, data)
    const before = rules.get(recordType)
    rules.set(recordType, {
      recordType,
      changes: (before?.changes ?? 0) + 1,
      derived: (before?.derived ?? 0) + (recordKeyOf(recordType, data) === key ? 1 : 0),
      fields: before ? before.fields.filter((field) => fields.includes(field)) : fields,
    })
  }
  return [...rules.values()].sort((one, other) => (one.recordType < other.recordType ? -1 : 1))
}

function ruleOf({ changes, derived, fields }: KeyRule): string {
  if (derived === changes) return fields.length === 0 ? 'article and language' : 'the row’s id'
  const rule = fields.length === 0 ? 'no field of the row' : `the row’s ${fields.join(' or ')}`
  return derived === 0 ? rule : `${rule}, in ${derived} of ${changes} changes the row’s id`
}

/** Rules in words, each with the record types that follow it. */
export function rulesInWords(rules: readonly KeyRule[]): string {
  const types = new Map<string, string[]>()
  for (const rule of rules) {
    const words = ruleOf(rule)
    types.set(words, [...(types.get(words) ?? []), rule.recordType])
  }
  return [...types].map(([words, names]) => `${words} (${names.join(', ')})`).join('; ')
}
