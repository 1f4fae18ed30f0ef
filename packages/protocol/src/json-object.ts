/** A JSON object as it was received. Apart from `json.ts`, so that who asks only this loads no schemas. */
export type JsonObject = { readonly [field: string]: unknown }

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
