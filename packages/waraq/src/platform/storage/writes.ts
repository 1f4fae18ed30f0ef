import { isJsonObject } from '@waraq/protocol'

/**
 * Dexie's reports of writes, in this tab and in others. Reports of other tabs arrive on Dexie's own channel, on which any
 * page of the origin may post anything, and Dexie passes it on. So reports are validated like answers, and Dexie's own
 * `liveQuery` is not used: malformed reports make it throw, or run for ever.
 */

/** The parts of Dexie that are used. */
export interface DexieLike {
  readonly Dexie: {
    readonly on: {
      readonly storagemutated: {
        subscribe(hear: (parts: unknown) => void): void
        unsubscribe(hear: (parts: unknown) => void): void
      }
    }
    ignoreTransaction<T>(work: () => T): T
  }
  /** Compares keys of IndexedDB. */
  readonly cmp: (one: unknown, other: unknown) => number
}

/** A tree of ranges of keys, as Dexie reports it. Without `from` it is empty. */
export interface RangeTree {
  /** Its depth. */
  readonly d?: unknown
  readonly from?: unknown
  readonly to?: unknown
  readonly l?: RangeTree | null
  readonly r?: RangeTree | null
}

/** The records that a transaction wrote, as ranges of keys by table; `anything` if they are not known. */
export type Written = Readonly<Record<string, RangeTree>> | 'anything'

/** Maximum number of ranges of one table, and maximum depth of their tree. Waraq's own transactions write far fewer. */
const mostRanges = 1_000
const deepest = 32

/** Whether these ranges can be searched: a finite tree with keys in order. */
function isRanges({ cmp }: DexieLike, tree: unknown): tree is RangeTree {
  let left = mostRanges
  const isTree = (node: unknown, depth: number): boolean =>
    isJsonObject(node) &&
    left-- > 0 &&
    depth < deepest &&
    cmp(node['from'], node['to']) <= 0 &&
    [node['l'], node['r']].every((part) => part == null || isTree(part, depth + 1))
  return isJsonObject(tree) && (!('from' in tree) || isTree(tree, 0))
}

function read(dexie: DexieLike, parts: unknown, name: string, tables: readonly string[]): Written {
  if (!isJsonObject(parts) || 'all' in parts) return 'anything'
  const written: Record<string, RangeTree> = {}
  for (const table of tables) {
    const ranges = parts[`idb://${name}/${table}/`]
    if (ranges === undefined) continue
    if (!isRanges(dexie, ranges)) return 'anything'
    written[table] = ranges
  }
  return written
}

/** Whether records of the table were written; with `keys`, whether any of these were. */
export function touches(written: Written, table: string, keys?: readonly string[]): boolean {
  if (written === 'anything') return true
  const ranges = written[table]
  return ranges !== undefined && (!keys || keys.some((key) => holds(ranges, key)))
}

function holds(tree: RangeTree, key: string): boolean {
  const { from, to, l, r } = tree
  const isWithin = 'from' in tree && compared(from, key) <= 0 && compared(to, key) >= 0
  return isWithin || [l, r].some((part) => part != null && holds(part, key))
}

/** Compares a key of IndexedDB with a text: numbers and dates come before texts, bytes and lists after them. */
function compared(key: unknown, text: string): number {
  if (typeof key === 'string') return key < text ? -1 : Number(key > text)
  return typeof key === 'number' || key instanceof Date ? -1 : 1
}

/**
 * Calls the listener for each transaction that wrote to these tables of the database, in this tab or another, and for reports
 * that cannot be read. Returns a function that removes the listener.
 */
export function onWrites(
  dexie: DexieLike,
  name: string,
  tables: readonly string[],
  listener: (written: Written) => void,
): () => void {
  return onReports(dexie, (parts) => {
    const written = read(dexie, parts, name, tables)
    if (written === 'anything' || Object.keys(written).length > 0) listener(written)
  })
}

/**
 * Calls the listener when any database was written, in this tab or another, or when a page claims that. Returns a function
 * that removes the listener.
 */
export function onAnyWrite(dexie: DexieLike, listener: () => void): () => void {
  return onReports(dexie, () => listener())
}

function onReports({ Dexie }: DexieLike, listener: (parts: unknown) => void): () => void {
  // Dexie reports a write in the zone of its transaction, which the listener must not join.
  const hear = (parts: unknown) => Dexie.ignoreTransaction(() => listener(parts))
  Dexie.on.storagemutated.subscribe(hear)
  return () => Dexie.on.storagemutated.unsubscribe(hear)
}
