/** A JSON object as received. It is not in `json.ts`, so that importing it loads no schemas. */
export type JsonObject = { readonly [field: string]: unknown }

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
