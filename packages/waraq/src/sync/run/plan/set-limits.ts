/**
 * Limits for the part of a change feed that one run reads. A page has its own limits in the client: 16 MiB of text and 20,000
 * changes; the service sends 100 changes a page.
 */

const mebibyte = 1024 * 1024

export const setLimits: Record<'bytes', number> = {
  /** Bytes of text of all pages of one batch. They are in the database until the batch is committed. */
  bytes: 256 * mebibyte,
}

/**
 * How much of a batch is read before it is staged, and for how long: a crash loses that much. A transaction for each page
 * would take as long as reading the page.
 */
export const bufferLimits: Record<'pages' | 'bytes' | 'ms', number> = {
  pages: 100,
  bytes: 4 * mebibyte,
  ms: 1_000,
}

/** Limits of the data that planning keeps in memory of one batch: the last change of each row, and the state of each resource. */
export interface PlanLimits {
  /** Approximate total. */
  readonly bytes: number
  /** Returns the maximum number of changed rows of a resource that has `rowsHere` rows. */
  readonly rows: (rowsHere: number) => number
}

/** Changed rows of one resource that are always applied, even of a small resource: about a megabyte. */
const fewRows = 1_000
/** Maximum number of changed rows of one resource that are applied, even of a large resource. */
const manyRows = 20_000

/**
 * Returns the maximum number of changed rows that are applied; a resource with more is fetched completely. Changes to a
 * quarter of its rows touch nearly every segment. Applying them costs as much as a snapshot and needs all of them in memory,
 * which a snapshot never does. Few changes are applied even if they are most of a small resource: a snapshot would be one
 * more request.
 */
export function mostChangedRows(rowsHere: number): number {
  return Math.min(manyRows, Math.max(fewRows, Math.floor(rowsHere / 4)))
}

export const planLimits: PlanLimits = { bytes: 32 * mebibyte, rows: mostChangedRows }

/**
 * Returns the approximate number of bytes that a JSON value takes in memory; too many rather than too few. The length of its
 * text is misleading: an empty object is two characters long.
 */
export function bytesInMemory(value: unknown): number {
  if (typeof value === 'string') return 24 + 2 * value.length
  if (typeof value !== 'object' || value === null) return 16
  let bytes = 64
  if (Array.isArray(value)) for (const item of value as unknown[]) bytes += 8 + bytesInMemory(item)
  else for (const [name, item] of Object.entries(value)) bytes += 24 + name.length + bytesInMemory(item)
  return bytes
}
