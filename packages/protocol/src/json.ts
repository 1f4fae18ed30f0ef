import * as z from 'zod/mini'
import { isJsonObject, type JsonObject } from './json-object.ts'

/**
 * Accepts a JSON object and hands it on by reference. Schemas that rebuild an object would lose a `__proto__` field and
 * reorder others; rows have to stay exactly as received.
 */
export const verbatimObject = z.custom<JsonObject>(isJsonObject, 'Expected a JSON object')

/**
 * A word of one of the service's lists. Any text but the empty one passes, since the service adds words without notice;
 * the type parameter is what the word is for the compiler: `word<ChangeType>()`.
 */
/* @__NO_SIDE_EFFECTS__ */
export function word<Word extends string>() {
  return z.custom<Word>((value) => typeof value === 'string' && value !== '', 'Expected a non-empty string')
}

const mostBadItems = 5

/**
 * A list whose items fit the schema. It stops at a few bad items: `z.array` collects the issues of all and, from some
 * ten thousand on, overflows the stack instead of answering. A hostile body must end as a failed check.
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
 * A date with a time of day, in ISO 8601 or what servers take for it (`+0000`, a space for the `T`). It is only ever shown:
 * a whole page of changes must not be refused over its spelling.
 */
export const dateTime = /* @__PURE__ */ z
  .string()
  .check(
    z.refine(
      (text) => /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(text) && !Number.isNaN(Date.parse(text)),
      'Expected a date and time',
    ),
  )

/** Absent and null mean the same where the service documents a field as nullable. */
/* @__NO_SIDE_EFFECTS__ */
export function nullish<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.optional(z.nullable(schema))
}
