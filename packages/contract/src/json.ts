import * as z from 'zod/mini'

/** A JSON object as it was received. */
export type JsonObject = { readonly [field: string]: unknown }

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Accepts a JSON object and hands it on by reference. Schemas that rebuild an object would lose a `__proto__` field and
 * reorder others; rows have to stay exactly as received.
 */
export const verbatimObject = z.custom<JsonObject>(isJsonObject, 'Expected a JSON object')

/** ISO 8601 with `Z` or an offset. */
export const dateTime = z.iso.datetime({ offset: true })

/** Absent and null mean the same where the service documents a field as nullable. */
export function nullish<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.optional(z.nullable(schema))
}
