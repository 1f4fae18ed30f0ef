import * as z from 'zod/mini'
import { isJsonObject, type JsonObject } from './json-object.ts'

/**
 * Accepts a JSON object and passes it on by reference. Schemas that rebuild an object would lose a `__proto__` field and
 * reorder others; rows have to stay exactly as received.
 */
export const verbatimObject = z.custom<JsonObject>(isJsonObject, 'Expected a JSON object')

/**
 * A word of one of the service's lists. Any text except the empty one passes, because the service adds words without notice.
 * The type parameter is the type of the word for the compiler: `word<ChangeType>()`.
 */
/* @__NO_SIDE_EFFECTS__ */
export function word<Word extends string>() {
  return z.custom<Word>((value) => typeof value === 'string' && value !== '', 'Expected a non-empty string')
}

const mostBadItems = 5

/**
 * A list whose items fit the schema. It stops after a few bad items, so that a hostile body ends as a failed check. `z.array`
 * collects the issues of all items and overflows the stack from some ten thousand on.
 */
/* @__NO_SIDE_EFFECTS__ */
export function list<Item>(item: z.ZodMiniType<Item>) {
  return z.pipe(
    z.custom<readonly unknown[]>(Array.isArray, 'Expected a list'),
    z.transform((values: readonly unknown[], { issues }): Item[] => {
      const items: Item[] = []
      let bad = 0
      for (let index = 0; index < values.length && bad < mostBadItems; index++) {
        const parsed = item.safeParse(values[index])
        if (parsed.success) items.push(parsed.data)
        else {
          bad++
          for (const issue of parsed.error.issues) {
            issues.push({ ...issue, path: [index, ...issue.path] } as z.core.$ZodRawIssue)
          }
        }
      }
      return items
    }),
  )
}

/**
 * A date with a time of day, in ISO 8601 or the variants that servers write (`+0000`, a space for the `T`). It is only
 * displayed: its spelling must not make a complete page of changes fail.
 */
export const dateTime = /* @__PURE__ */ z
  .string()
  .check(
    z.refine(
      (text) => /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(text) && !Number.isNaN(Date.parse(text)),
      'Expected a date and time',
    ),
  )

/** Accepts absent and null, which mean the same in fields that the service documents as nullable. */
/* @__NO_SIDE_EFFECTS__ */
export function nullish<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.optional(z.nullable(schema))
}
