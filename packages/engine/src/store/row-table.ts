import type { JsonObject } from '@waraq/contract'

/**
 * Rows as JSON in UTF-8. Rows of one shape, the usual case, are a table: the names of their fields once, then all values in
 * a row. That is a quarter of the text, so it is written, stored and read back sooner. Other rows are a plain list. Bytes,
 * since browsers keep a text with a single letter beyond Latin-1 at two bytes a character.
 */
interface TableText {
  readonly fields: readonly string[]
  /** Row after row, each as long as `fields`. */
  readonly values: readonly unknown[]
}

/** Undefined where the rows differ in their fields or in the order of them. */
function tableOf(rows: readonly JsonObject[]): TableText | undefined {
  const fields = Object.keys(rows[0] ?? {})
  // Setting this one on a new object would change what the object is.
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

/** Values that are part of several answers must not be changed through one of them. */
function copyOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.parse(JSON.stringify(value)) : value
}

/** Decoded rows of a segment. Each row is made anew whenever it is asked for, so that readers may change theirs. */
export interface RowTable {
  readonly count: number
  row(index: number): JsonObject
  /** For looking at no more than these fields of many rows. What comes back must not be changed, and may hold more. */
  lookAt(fields: readonly string[]): (index: number) => JsonObject
}

/** @throws {SyntaxError} where the bytes are no JSON; undefined where they are no rows */
export function decodeRows(bytes: Uint8Array): RowTable | undefined {
  const decoded = JSON.parse(decoder.decode(bytes)) as JsonObject[] | Partial<TableText>
  if (Array.isArray(decoded)) {
    return {
      count: decoded.length,
      row: (index) => copyOf(decoded[index]) as JsonObject,
      lookAt: () => (index) => decoded[index]!,
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
    lookAt: (wanted) => {
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
