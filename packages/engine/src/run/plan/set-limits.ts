/**
 * How much of a change feed one run takes in. A page has limits of its own, in the client: 16 MiB of text and 20,000
 * changes, where the service sends 100.
 */

const mebibyte = 1024 * 1024

export const setLimits = {
  /** Text of all pages of one set. They lie in the database until the set is committed. */
  bytes: 256 * mebibyte,
} as const

/**
 * How much of a set is read before it is staged, and for how long: what a crash loses of it. A transaction for each page takes
 * as long as reading the page does.
 */
export const holdLimits: Record<'pages' | 'bytes' | 'ms', number> = {
  pages: 100,
  bytes: 4 * mebibyte,
  ms: 1_000,
}

/** What planning keeps in memory of one set: the last change of each row, and what it knows of each resource. */
export interface PlanLimits {
  /** In all, about. */
  readonly bytes: number
  /** Changed rows of a resource that has so many. */
  readonly rows: (rowsHere: number) => number
}

/** Changed rows of one resource that are worked in whatever its size: a megabyte or so. */
const fewRows = 1_000
/** Changed rows of one resource that are too many whatever its size. */
const manyRows = 20_000

/**
 * From how many changed rows on a resource is fetched as a whole. A quarter of its rows changes nearly every segment, so
 * working them in costs as much as a snapshot does and needs all of them in memory, which a snapshot never does. Few changes
 * are applied even where that is most of a small resource: they are here already, a snapshot would be one more request.
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
