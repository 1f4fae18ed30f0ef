import { isJsonObject } from '@waraq/protocol'

/**
 * Dexie's reports of writes, in this tab and in others. Those of other tabs come on a channel of Dexie's, on which any page of
 * the origin may post anything, and Dexie hands on what comes. So they are read like answers, and Dexie's own `liveQuery` is
 * not used: what has no form makes it throw, or run for ever.
 */

/** The parts of Dexie that are used. */
export interface DexieParts {
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

/** A tree of ranges of keys, as Dexie reports it. Without `from` it has none. */
export interface RangeTree {
  /** Its depth. */
  readonly d?: unknown
  readonly from?: unknown
  readonly to?: unknown
  readonly l?: RangeTree | null
  readonly r?: RangeTree | null
}

/** The records that a transaction wrote, as ranges of keys by table; `anything` where they are not known. */
export type Written = Readonly<Record<string, RangeTree>> | 'anything'

/** The ranges of one table, and how deep their tree is, at most: a transaction of ours writes fewer by far. */
const mostRanges = 1_000
const deepest = 32

/** Whether these ranges can be looked through: a tree that ends, of keys in order. */
function isRanges({ cmp }: DexieParts, tree: unknown): tree is RangeTree {
  let left = mostRanges
  const isTree = (node: unknown, depth: number): boolean =>
    isJsonObject(node) &&
    left-- > 0 &&
    depth < deepest &&
    cmp(node['from'], node['to']) <= 0 &&
    [node['l'], node['r']].every((part) => part == null || isTree(part, depth + 1))
  return isJsonObject(tree) && (!('from' in tree) || isTree(tree, 0))
}

function read(dexie: DexieParts, parts: unknown, name: string, tables: readonly string[]): Written {
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

/** Whether records of the table were written; with keys, whether some of these were. */
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

/** A key of IndexedDB and a text: numbers and dates come before texts, bytes and lists after them. */
function compared(key: unknown, text: string): number {
  if (typeof key === 'string') return key < text ? -1 : Number(key > text)
  return typeof key === 'number' || key instanceof Date ? -1 : 1
}

/**
 * Tells of each transaction that wrote to these tables of the database, in this tab or another, and of reports that cannot be
 * read. Returns a function that ends it.
 */
export function onWrites(
  dexie: DexieParts,
  name: string,
  tables: readonly string[],
  listener: (written: Written) => void,
): () => void {
  return onReports(dexie, (parts) => {
    const written = read(dexie, parts, name, tables)
    if (written === 'anything' || Object.keys(written).length > 0) listener(written)
  })
}

/** Tells that some database was written, in this tab or another, or that a page says so. Returns a function that ends it. */
export function onAnyWrite(dexie: DexieParts, listener: () => void): () => void {
  return onReports(dexie, () => listener())
}

function onReports({ Dexie }: DexieParts, listener: (parts: unknown) => void): () => void {
  // Dexie reports a write in the zone of its transaction, which the listener must not join.
  const hear = (parts: unknown) => Dexie.ignoreTransaction(() => listener(parts))
  Dexie.on.storagemutated.subscribe(hear)
  return () => Dexie.on.storagemutated.unsubscribe(hear)
}
