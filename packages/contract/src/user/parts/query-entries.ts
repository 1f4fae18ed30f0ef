import { isJsonObject } from '../../json.ts'

/**
 * A query as the pairs of an address, in the order in which it was written: a list repeats its name, an object's fields
 * stand in brackets, and a list of objects is numbered: `filter[references][0][from]`. What is undefined is left out.
 */
export function queryEntries(query: Readonly<Record<string, unknown>>): [name: string, value: string][] {
  return Object.entries(query).flatMap(([name, value]) => entriesOf(name, value))
}

function entriesOf(name: string, value: unknown): [string, string][] {
  if (value === undefined) return []
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) =>
      entriesOf(isJsonObject(item) ? `${name}[${index}]` : name, item),
    )
  }
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([field, part]) => entriesOf(`${name}[${field}]`, part))
  }
  return [[name, String(value)]]
}
