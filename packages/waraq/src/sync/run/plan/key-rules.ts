import {
  documentedKeyRules,
  recordKeyOf,
  type Mutation,
  type RecordType,
  type ResourceRef,
} from '@waraq/protocol'
import { bytesInMemory } from './set-limits.ts'

/**
 * The service's documents do not define `record_key` for most record types. The engine derives a row's key from the row. If a
 * row change contradicts that key, or a delete might, a snapshot is fetched instead of guessing.
 */

export function isUpsert(mutation: Mutation): boolean {
  return mutation.type === 'ROW_CREATE' || mutation.type === 'ROW_UPDATE'
}

/** Returns whether a row change carries the key that is derived from its row. */
export function agrees(mutation: Mutation): boolean {
  const { record_type, record_key, data } = mutation
  return Boolean(record_type && data) && recordKeyOf(record_type!, data!) === record_key
}

/** Collects the record types whose rules a batch confirms or refutes, change by change, in any order. */
export class KeyRules {
  readonly #before: ReadonlySet<RecordType>
  readonly #confirmed = new Set<RecordType>()
  readonly #refuted = new Set<RecordType>()
  /** Approximate number of bytes kept in memory. */
  bytes = 0

  /** `before`: the record types that earlier batches confirmed. */
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

  /**
   * Record types whose rule counts as confirmed: documented, confirmed before or confirmed by this batch, and not refuted by
   * this batch.
   */
  all(): ReadonlySet<RecordType> {
    const rules = new Set([...this.#before, ...this.#confirmed])
    for (const type of this.#refuted) rules.delete(type)
    return rules
  }

  /** The confirmed record types that neither a document nor an earlier batch had confirmed. */
  newOnes(): RecordType[] {
    return [...this.all()].filter((type) => !this.#before.has(type)).sort()
  }
}

/** Returns the identity of a row as text. */
export function rowIdentity({ group, id }: ResourceRef, recordType: RecordType, key: string): string {
  return JSON.stringify([group, id, recordType, key])
}

/**
 * Returns whether the `source_record_id` of a delete contradicts its record key. A delete carries no row, so if the rule of
 * its type is not confirmed, it is applied only if this is false and the row is here.
 */
export function sourceSpeaksAgainst({ source_record_id: source, record_key }: Mutation): boolean {
  return source !== null && source !== undefined && String(source) !== record_key
}
