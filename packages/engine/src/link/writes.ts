import { isJsonObject } from '@waraq/contract'
import { cmp, Dexie, RangeSet, rangesOverlap, type IntervalTree } from 'dexie'

/**
 * Dexie's reports of writes, in this tab and in others. Those of other tabs come on a channel of Dexie's, on which any page of
 * the origin may post anything, and Dexie hands on what comes. So they are read like answers, and Dexie's own `liveQuery` is
 * not used: what has no form makes it throw, or run for ever.
 */

/** The records that a transaction wrote, as ranges of keys by table; `anything` where they are not known. */
export type Written = Readonly<Record<string, IntervalTree>> | 'anything'

/** The ranges of one table, and how deep their tree is, at most: a transaction of ours writes fewer by far. */
const mostRanges = 1_000
const deepest = 32

/** Whether Dexie can look through these ranges: a tree that ends, of keys in order. Dexie's tree of no range has no `from`. */
function isRanges(tree: unknown): tree is IntervalTree {
  let left = mostRanges
  const isTree = (node: unknown, depth: number): boolean =>
    isJsonObject(node) &&
    left-- > 0 &&
    depth < deepest &&
    cmp(node['from'], node['to']) <= 0 &&
    [node['l'], node['r']].every((part) => part == null || isTree(part, depth + 1))
  return isJsonObject(tree) && (!('from' in tree) || isTree(tree, 0))
}

function read(parts: unknown, name: string, tables: readonly string[]): Written {
  if (!isJsonObject(parts) || 'all' in parts) return 'anything'
  const written: Record<string, IntervalTree> = {}
  for (const table of tables) {
    const ranges = parts[`idb://${name}/${table}/`]
    if (ranges === undefined) continue
    if (!isRanges(ranges)) return 'anything'
    written[table] = ranges
  }
  return written
}

/** Whether records of the table were written; with keys, whether some of these were. */
export function touches(written: Written, table: string, keys?: readonly string[]): boolean {
  if (written === 'anything') return true
  const ranges = written[table]
  return ranges !== undefined && (!keys || rangesOverlap(ranges, new RangeSet().addKeys([...keys])))
}

/**
 * Tells of each transaction that wrote to these tables of the database, in this tab or another, and of reports that cannot be
 * read. Returns a function that ends it.
 */
export function onWrites(
  name: string,
  tables: readonly string[],
  listener: (written: Written) => void,
): () => void {
  const hear = (parts: unknown) => {
    const written = read(parts, name, tables)
    // Dexie reports a write in the zone of its transaction, which the listener must not join.
    if (written === 'anything' || Object.keys(written).length > 0)
      Dexie.ignoreTransaction(() => listener(written))
  }
  Dexie.on('storagemutated', hear)
  return () => Dexie.on.storagemutated.unsubscribe(hear)
}
