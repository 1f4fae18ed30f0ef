import type { JsonObject } from '@waraq/protocol'

/**
 * Rows as JSON in UTF-8. Rows with the same fields, the usual case, are a table: the names of the fields once, then all values
 * one after the other. That is a quarter of the text, so it is written, stored and read faster. Other rows are a plain list. Both
 * are stored as bytes, because browsers keep a text with a single letter beyond Latin-1 at two bytes per character.
 */
interface TableText {
  readonly fields: readonly string[]
  /** Row after row, each as long as `fields`. */
  readonly values: readonly unknown[]
}

/** Returns the rows as a table; undefined if they differ in their fields or in the order of these. */
function tableOf(rows: readonly JsonObject[]): TableText | undefined {
  const fields = Object.keys(rows[0] ?? {})
  // Setting `__proto__` on a new object would change its prototype.
  if (fields.length === 0 || fields.includes('__proto__')) return undefined
  const values: unknown[] = []
  for (const row of rows) {
    let place = 0
    for (const field in row) {
      if (field !== fields[place++]) return undefined
      values.push(row[field])
    }
    if (place !== fields.length) return undefined
  }
  return { fields, values }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export function encodeRows(rows: readonly JsonObject[]): Uint8Array<ArrayBuffer> {
  return encoder.encode(JSON.stringify(tableOf(rows) ?? rows))
}

/** Returns a copy, so that a caller that changes its result does not change those of others. */
function copyOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.parse(JSON.stringify(value)) : value
}

/** Decoded rows of a segment. Each call creates its rows again, so that readers may change theirs. */
export interface RowTable {
  readonly count: number
  row(index: number): JsonObject
  /** Reads only these fields of many rows. The caller must not change the result, which may hold more fields. */
  fieldReader(fields: readonly string[]): (index: number) => JsonObject
}

/**
 * Returns the rows of these bytes; undefined if they hold no rows.
 * @throws {SyntaxError} if the bytes are not JSON
 */
export function decodeRows(bytes: Uint8Array): RowTable | undefined {
  const decoded = JSON.parse(decoder.decode(bytes)) as JsonObject[] | Partial<TableText>
  if (Array.isArray(decoded)) {
    return {
      count: decoded.length,
      row: (index) => copyOf(decoded[index]) as JsonObject,
      fieldReader: () => (index) => decoded[index]!,
    }
  }
  const { fields, values } = decoded
  if (!fields?.length || !Array.isArray(values)) return undefined
  const width = fields.length
  if (values.length % width !== 0) return undefined
  return {
    count: values.length / width,
    row: (index) => {
      const row: Record<string, unknown> = {}
      let place = index * width
      for (let field = 0; field < width; field++) row[fields[field]!] = copyOf(values[place++])
      return row
    },
    fieldReader: (wanted) => {
      const columns = fields.flatMap((field, column) =>
        wanted.includes(field) ? [[field, column] as const] : [],
      )
      return (index) => {
        const part: Record<string, unknown> = {}
        for (const [field, column] of columns) part[field] = values[index * width + column]
        return part
      }
    },
  }
}
