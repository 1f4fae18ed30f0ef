/**
 * How much of a change feed one run takes in. A page has limits of its own, in the client: 16 MiB of text and 20,000
 * changes, where the service sends 100.
 */

const mebibyte = 1024 * 1024

export const setLimits: Record<'bytes', number> = {
  /** Text of all pages of one batch. They lie in the database until the batch is committed. */
  bytes: 256 * mebibyte,
}

/**
 * How much of a batch is read before it is staged, and for how long: as much is lost in a crash. A transaction for each page
 * would take as long as reading the page does.
 */
export const holdLimits: Record<'pages' | 'bytes' | 'ms', number> = {
  pages: 100,
  bytes: 4 * mebibyte,
  ms: 1_000,
}

/** What planning keeps in memory of one batch: the last change of each row, and what it knows of each resource. */
export interface PlanLimits {
  /** In all, about. */
  readonly bytes: number
  /** Changed rows of a resource that has so many. */
  readonly rows: (rowsHere: number) => number
}

/** So many changed rows of one resource are always applied, even of a small one: about a megabyte. */
const fewRows = 1_000
/** More changed rows of one resource than this are never applied, even of a large one. */
const manyRows = 20_000

/**
 * The most changed rows that are applied; a resource with more is fetched as a whole. A quarter of its rows touches nearly
 * every segment, so to apply them costs as much as a snapshot and needs all of them in memory, which a snapshot never does.
 * Few changes are applied even where they are most of a small resource: a snapshot would be one more request.
 */
export function mostChangedRows(rowsHere: number): number {
  return Math.min(manyRows, Math.max(fewRows, Math.floor(rowsHere / 4)))
}

export const planLimits: PlanLimits = { bytes: 32 * mebibyte, rows: mostChangedRows }

/**
 * About how many bytes a JSON value takes in memory; too many rather than too few. Its text says little: an empty object is
 * two letters long.
 */
export function bytesInMemory(value: unknown): number {
  if (typeof value === 'string') return 24 + 2 * value.length
  if (typeof value !== 'object' || value === null) return 16
  let bytes = 64
  if (Array.isArray(value)) for (const item of value as unknown[]) bytes += 8 + bytesInMemory(item)
  else for (const [name, item] of Object.entries(value)) bytes += 24 + name.length + bytesInMemory(item)
  return bytes
}
