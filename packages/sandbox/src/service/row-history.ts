import { type JsonObject, recordKeyOf, recordTypeOf, type ResourceGroup } from '@waraq/protocol'
import { inSnapshotOrder } from './snapshot-order.ts'

/** The identity of a row within its resource. */
export function rowIdentity(recordType: string, recordKey: string): string {
  return `${recordType}/${recordKey}`
}

/** The state before a change, used to read earlier sequences. */
type Undo = { readonly sequence: number } & (
  | { readonly identity: string; readonly before: JsonObject | undefined }
  | { readonly all: readonly JsonObject[] }
)

/**
 * The rows of one resource. They are generated on the first read, then changed row by row. Rows are never changed in place,
 * and each change remembers the row that it replaced. So the rows of any earlier sequence can be read.
 */
export class RowHistory {
  readonly #group: ResourceGroup
  readonly #generate: () => readonly JsonObject[]
  #listed: readonly JsonObject[] | undefined
  #byIdentity: Map<string, JsonObject> | undefined
  #undo: Undo[] = []

  constructor(group: ResourceGroup, generate: () => readonly JsonObject[]) {
    this.#group = group
    this.#generate = generate
  }

  /** Whether the rows have been generated. */
  get generated(): boolean {
    return this.#listed !== undefined || this.#byIdentity !== undefined
  }

  /** The current rows in snapshot order. The same array until they change. */
  rows(): readonly JsonObject[] {
    this.#listed ??= this.#byIdentity
      ? inSnapshotOrder(this.#group, [...this.#byIdentity.values()])
      : this.#generate()
    return this.#listed
  }

  /** Rows as they were when `sequence` was the newest. */
  rowsAt(sequence: number): readonly JsonObject[] {
    const later = this.#undo.filter((undo) => undo.sequence > sequence)
    if (later.length === 0) return this.rows()
    let past = new Map(this.#rowsByIdentity())
    for (const undo of later.reverse()) {
      if ('all' in undo) past = this.#index(undo.all)
      else if (undo.before) past.set(undo.identity, undo.before)
      else past.delete(undo.identity)
    }
    return inSnapshotOrder(this.#group, [...past.values()])
  }

  row(recordType: string, recordKey: string): JsonObject | undefined {
    return this.#rowsByIdentity().get(rowIdentity(recordType, recordKey))
  }

  /** Record types that have a row with this key. */
  typesWithKey(recordKey: string): string[] {
    const identities = this.#rowsByIdentity()
    const types = new Set(this.rows().map((row) => recordTypeOf(this.#group, row) ?? ''))
    return [...types].filter((type) => identities.has(rowIdentity(type, recordKey)))
  }

  /** Writes a row, or removes it if `after` is undefined. */
  change(sequence: number, recordType: string, recordKey: string, after: JsonObject | undefined): void {
    const rows = this.#rowsByIdentity()
    const identity = rowIdentity(recordType, recordKey)
    this.#undo.push({ sequence, identity, before: rows.get(identity) })
    if (after) rows.set(identity, after)
    else rows.delete(identity)
    this.#changed()
  }

  replaceAll(sequence: number, rows: readonly JsonObject[]): void {
    this.#undo.push({ sequence, all: this.rows() })
    this.#byIdentity = this.#index(rows)
    this.#changed()
  }

  #changed(): void {
    this.#listed = undefined
  }

  #rowsByIdentity(): Map<string, JsonObject> {
    this.#byIdentity ??= this.#index(this.rows())
    return this.#byIdentity
  }

  #index(rows: readonly JsonObject[]): Map<string, JsonObject> {
    return new Map(
      rows.map((row, index) => {
        const type = recordTypeOf(this.#group, row) ?? ''
        return [rowIdentity(type, recordKeyOf(type, row) ?? `#${index}`), row]
      }),
    )
  }
}
