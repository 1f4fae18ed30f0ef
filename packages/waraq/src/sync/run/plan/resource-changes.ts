import {
  unfitField,
  type JsonObject,
  type Mutation,
  type RecordType,
  type ResourceKey,
} from '@waraq/protocol'
import { isReset, rowChangeTypes } from './change-types.ts'
import { feedInconsistent } from './feed-errors.ts'
import { agrees, isUpsert, sourceSpeaksAgainst } from './key-rules.ts'
import { isUpToDate, isWhole } from './local-resource.ts'
import type { FetchReason, LocalResource, PlanInput, RowChange } from './plan-types.ts'
import { bytesInMemory, type PlanLimits } from './set-limits.ts'

/** The last change of one row. */
interface KeptRow {
  sequence: number
  type: string
  /** Null for a delete. */
  data: JsonObject | null
  /** The change came twice with different rows. */
  contradicted: boolean
  /** A change of the batch deletes the row; a later change may write it again. */
  deleted: boolean
  bytes: number
}

/** A row that some change of the batch deletes. */
export interface DeletedRow {
  readonly recordType: RecordType
  readonly key: string
}

/** Approximate number of bytes of the object, its entry and its key in the plan's table. */
const bytesOfResource = 768
const bytesOfRow = 256

/**
 * Collects a batch's changes of one resource, change by change. Changes may come in any order and more than once: of each
 * kind, the one with the greatest sequence is kept, and of equal sequences the one that came last. Rows are kept only while
 * they may be applied: a reset, or a reason to fetch the entire resource, drops them.
 */
export class ResourceChanges {
  readonly key: ResourceKey
  readonly local: LocalResource | undefined
  /** Least sequence of its changes. */
  first = Infinity
  /** Approximate number of bytes kept in memory. */
  bytes: number
  readonly #base: number
  readonly #mayApply: boolean
  readonly #mostRows: number
  #freshAt: { readonly sequence: number; readonly at: string } | undefined
  #reset: Pick<Mutation, 'sequence' | 'type' | 'unavailable_reason'> | undefined
  #address: { readonly sequence: number; readonly url: string } | undefined
  #changesRows = false
  #withdraws = false
  #fault: FetchReason | undefined
  #rows: Map<RecordType, Map<string, KeptRow>> | undefined
  #rowCount = 0
  #rowBytes = 0
  /** Record types of deletes whose source id contradicts their record key. */
  #oddDeletes: Set<RecordType> | undefined

  constructor(key: ResourceKey, input: PlanInput, mostRows: PlanLimits['rows']) {
    this.key = key
    this.local = input.local.get(key)
    this.bytes = bytesOfResource + bytesInMemory(key)
    // A partial run repeats changes that it already committed, so older ones are dropped. A bootstrap's list is no history,
    // so none of its changes is dropped.
    this.#base = input.mode === 'bootstrap' ? -1 : (this.local?.base ?? -1)
    this.#mayApply = isWhole(this.local) && !isUpToDate(this.local, input)
    this.#mostRows = mostRows(this.local?.rowsHere ?? 0)
  }

  add(mutation: Mutation): void {
    const { sequence, type } = mutation
    this.first = Math.min(this.first, sequence)
    if (type === 'RESOURCE_UPDATE' && !(sequence < (this.#freshAt?.sequence ?? 0))) {
      this.#hold(this.#freshAt?.at, mutation.changed_at)
      this.#freshAt = { sequence, at: mutation.changed_at }
    }
    if (isReset(mutation) && !(sequence < (this.#reset?.sequence ?? 0))) {
      const { unavailable_reason } = mutation
      this.#hold([this.#reset?.type, this.#reset?.unavailable_reason], [type, unavailable_reason])
      this.#reset = { sequence, type, unavailable_reason }
    }
    if (sequence <= this.#base) return
    if (mutation.snapshot_url && !(sequence < (this.#address?.sequence ?? 0))) {
      this.#hold(this.#address?.url, mutation.snapshot_url)
      this.#address = { sequence, url: mutation.snapshot_url }
    }
    if (type === 'RESOURCE_DELETE' || type === 'ROW_DELETE') this.#withdraws = true
    if (rowChangeTypes.has(type)) this.#addRow(mutation)
    if (this.reset) this.#dropRows()
  }

  /** `changed_at` of the latest RESOURCE_UPDATE. */
  get freshAt(): string | null {
    return this.#freshAt?.at ?? null
  }

  /** The latest reset, if it is newer than the installed rows. */
  get reset(): Pick<Mutation, 'sequence' | 'type' | 'unavailable_reason'> | undefined {
    return this.#reset && this.#reset.sequence > this.#base ? this.#reset : undefined
  }

  /** Whether the latest reset of the batch deletes the resource. */
  get isWithdrawn(): boolean {
    return this.#reset?.type === 'RESOURCE_DELETE'
  }

  /** The latest address of a snapshot that is newer than the installed rows. */
  get snapshotUrl(): string | null {
    return this.#address?.url ?? null
  }

  /** Whether any row change is newer than the installed rows. */
  get changesRows(): boolean {
    return this.#changesRows
  }

  /**
   * Whether any change that is newer than the installed rows removes the resource or a row of it, even if a later one
   * restores it.
   */
  get withdraws(): boolean {
    return this.#withdraws
  }

  /** The part of `bytes` that `fetchInstead` frees. */
  get rowBytes(): number {
    return this.#rowBytes
  }

  /** Drops the row changes: the resource needs its snapshot. */
  fetchInstead(): void {
    this.#fault ??= 'many_changes'
    this.#dropRows()
  }

  /**
   * Yields the deleted rows of record types that are not in `rules`, so that the meaning of their keys is unconfirmed. None
   * if no row will be applied.
   */
  *doubtfulDeletes(rules: ReadonlySet<RecordType>): Generator<DeletedRow> {
    for (const [recordType, rows] of this.#rows ?? []) {
      if (rules.has(recordType)) continue
      for (const [key, { deleted }] of rows) if (deleted) yield { recordType, key }
    }
  }

  /**
   * Returns the rows to change, each once, in ascending sequence and by key within one sequence; or the reason why they
   * cannot be applied.
   * @throws {WaraqError} `feed_inconsistent` if one of them came twice with different rows
   */
  rowChanges(
    rules: ReadonlySet<RecordType>,
    isMissing: (row: DeletedRow) => boolean,
  ): RowChange[] | FetchReason {
    if (this.#fault) return this.#fault
    for (const recordType of this.#oddDeletes ?? []) if (!rules.has(recordType)) return 'key_rule'
    for (const row of this.doubtfulDeletes(rules)) if (isMissing(row)) return 'key_rule'
    const changes: RowChange[] = []
    for (const [recordType, rows] of this.#rows ?? []) {
      for (const [key, { sequence, data, contradicted }] of rows) {
        if (contradicted) throw feedInconsistent('one change came twice with different rows', { sequence })
        changes.push({ sequence, recordType, key, data })
      }
    }
    return changes.sort((a, b) => a.sequence - b.sequence || (a.key < b.key ? -1 : 1))
  }

  #addRow(mutation: Mutation): void {
    this.#changesRows = true
    if (!this.#mayApply || this.reset) return
    const fault = faultOf(mutation)
    // A fault of the feed is more specific than its size, and the result must not depend on which of the two was met first.
    if (fault && this.#fault !== 'incomplete_change') this.#fault = fault
    if (this.#fault) return this.#dropRows()
    this.#keepRow(mutation, mutation.record_type!, mutation.record_key!)
    if (this.#rowCount > this.#mostRows) this.fetchInstead()
  }

  #keepRow(mutation: Mutation, recordType: RecordType, key: string): void {
    const { sequence, type } = mutation
    const deletes = type === 'ROW_DELETE'
    if (deletes && sourceSpeaksAgainst(mutation)) (this.#oddDeletes ??= new Set()).add(recordType)
    const rows = (this.#rows ??= new Map()).get(recordType) ?? new Map<string, KeptRow>()
    if (rows.size === 0) {
      this.#rows.set(recordType, rows)
      this.#count(bytesOfRow + bytesInMemory(recordType))
    }
    const before = rows.get(key)
    if (before && deletes) before.deleted = true
    if (before && sequence < before.sequence) return
    const data = deletes ? null : mutation.data!
    if (before?.sequence === sequence && before.type === type) {
      if (JSON.stringify(before.data) !== JSON.stringify(data)) before.contradicted = true
      return
    }
    const bytes = bytesOfRow + bytesInMemory(key) + bytesInMemory(data)
    const kept = {
      sequence,
      type,
      data,
      contradicted: false,
      deleted: deletes || before?.deleted === true,
      bytes,
    }
    rows.set(key, kept)
    if (!before) this.#rowCount++
    this.#count(bytes - (before?.bytes ?? 0))
  }

  #dropRows(): void {
    this.bytes -= this.#rowBytes
    this.#rowBytes = 0
    this.#rows = undefined
    this.#oddDeletes = undefined
  }

  #count(bytes: number): void {
    this.bytes += bytes
    this.#rowBytes += bytes
  }

  #hold(before: unknown, after: unknown): void {
    this.bytes += bytesInMemory(after) - bytesInMemory(before)
  }
}

/** Returns the fault of a single row change, without the rest of the batch. */
function faultOf(mutation: Mutation): FetchReason | undefined {
  const { record_type, record_key } = mutation
  if (!record_type || record_key === null || record_key === undefined) return 'incomplete_change'
  if (!isUpsert(mutation)) return undefined
  const { data } = mutation
  // A snapshot sets such a row aside and counts it. A row change would only lose it.
  if (!data || unfitField(record_type, data) !== undefined) return 'incomplete_change'
  return agrees(mutation) ? undefined : 'key_rule'
}
