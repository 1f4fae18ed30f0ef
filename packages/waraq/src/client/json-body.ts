import { notJsonError, truncatedBodyError } from './failures.ts'

/** `application/json`, `application/problem+json`, any charset. */
export function isJsonType(contentType: string | null): boolean {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type)
}

/** @throws `truncated_body` if the text starts like JSON but is not JSON, or is empty; `not_json` if it is something else */
export function parseJson(text: string, path: string, status: number, contentType: string | null): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    const start = text.trimStart().charAt(0)
    if (start === '' || start === '{' || start === '[') throw truncatedBodyError(path, text.length, null)
    throw notJsonError(path, status, contentType)
  }
}

/** Returns the parsed text, or undefined if it is not JSON. For error bodies, whose status already determines the outcome. */
export function parseJsonIfAny(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
