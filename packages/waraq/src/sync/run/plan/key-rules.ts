import {
  documentedKeyRules,
  recordKeyOf,
  type Mutation,
  type RecordType,
  type ResourceRef,
} from '@waraq/protocol'
import { bytesInMemory } from './set-limits.ts'

/**
 * The service's documents do not say what `record_key` is for most record types. The engine derives a row's key from the row.
 * A row change that disagrees, or a delete that might, is answered with a snapshot instead of a guess.
 */

export function isUpsert(mutation: Mutation): boolean {
  return mutation.type === 'ROW_CREATE' || mutation.type === 'ROW_UPDATE'
}

/** Whether a row change carries the key that its row derives. */
export function agrees(mutation: Mutation): boolean {
  const { record_type, record_key, data } = mutation
  return Boolean(record_type && data) && recordKeyOf(record_type!, data!) === record_key
}

/** Which record types' rules a batch confirms or refutes, change by change, in any order. */
export class KeyRules {
  readonly #before: ReadonlySet<RecordType>
  readonly #confirmed = new Set<RecordType>()
  readonly #refuted = new Set<RecordType>()
  /** About how many bytes they keep in memory. */
  bytes = 0

  /** `before`: what earlier batches confirmed. */
  constructor(before: ReadonlySet<RecordType>) {
    this.#before = new Set([...documentedKeyRules, ...before])
  }

  add(mutation: Mutation): void {
    const { record_type } = mutation
    if (!isUpsert(mutation) || !record_type) return
    const types = agrees(mutation) ? this.#confirmed : this.#refuted
    if (types.has(record_type)) return
    types.add(record_type)
    this.bytes += 64 + bytesInMemory(record_type)
  }

  /** Record types whose rule counts as confirmed: documented, confirmed before, or confirmed by this batch alone. */
  all(): ReadonlySet<RecordType> {
    const rules = new Set([...this.#before, ...this.#confirmed])
    for (const type of this.#refuted) rules.delete(type)
    return rules
  }

  /** The confirmed record types that neither a document nor an earlier set had confirmed. */
  newOnes(): RecordType[] {
    return [...this.all()].filter((type) => !this.#before.has(type)).sort()
  }
}

/** What identifies a row, as text. */
export function rowIdentity({ group, id }: ResourceRef, recordType: RecordType, key: string): string {
  return JSON.stringify([group, id, recordType, key])
}

/**
 * Whether the `source_record_id` of a delete contradicts its record key. A delete carries no row, so where the rule of its
 * type is not confirmed, it is applied only if this is false and the row is here.
 */
export function sourceSpeaksAgainst({ source_record_id: source, record_key }: Mutation): boolean {
  return source !== null && source !== undefined && String(source) !== record_key
}
