import { isJsonObject } from '../../json-object.ts'

/**
 * Returns a query as the name-value pairs of an address, in the order in which it was written. A list is joined by commas, an
 * object's fields are in brackets, and a list of objects is numbered: `filter[references][0][from]`. Undefined values and empty
 * lists are left out.
 */
export function queryEntries(query: Readonly<Record<string, unknown>>): [name: string, value: string][] {
  return Object.entries(query).flatMap(([name, value]) => entriesOf(name, value))
}

function entriesOf(name: string, value: unknown): [string, string][] {
  if (value === undefined) return []
  if (Array.isArray(value)) {
    if (value.length > 0 && !value.some((item) => isJsonObject(item))) return [[name, value.join(',')]]
    return value.flatMap((item: unknown, index) => entriesOf(`${name}[${index}]`, item))
  }
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([field, part]) => entriesOf(`${name}[${field}]`, part))
  }
  return [[name, String(value)]]
}
