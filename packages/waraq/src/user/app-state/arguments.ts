import type { AppStatePutBody } from '@quranjs/api/public'
import { isJsonObject, WaraqError } from '@waraq/protocol'
import { isTooDeep, mostDepth } from './json.ts'

/**
 * Returns the name of a collection or document if it can be part of a URL. A name that a proxy refuses could never be
 * delivered.
 * @throws {WaraqError} `invalid_argument`
 */
export function checkedName(field: 'collection' | 'key', name: string): string {
  const fits =
    typeof name === 'string' &&
    /^[^/\\\p{Cc}]{1,256}$/u.test(name) &&
    !/^\.{1,2}(;|$)/.test(name) &&
    !/%[\da-f]{2}/i.test(name)
  if (fits) return name
  throw invalid(field, 'a text of up to 256 characters, without slashes and percent signs')
}

/**
 * Returns a copy of a document as it is sent, independent of the caller's objects.
 * @throws {WaraqError} `invalid_argument`
 */
export function checkedBody(body: AppStatePutBody | null): AppStatePutBody | null {
  if (body === null) return null
  const text = jsonOf(body)
  const read: unknown = text === undefined ? undefined : JSON.parse(text)
  if (!isJsonObject(read) || !Number.isSafeInteger(read['schemaVersion']) || read['value'] === undefined)
    throw invalid('body', '{ schemaVersion, value }, a whole number and a value of JSON')
  if (isTooDeep(read['value'])) throw invalid('body', `nested no deeper than ${mostDepth} levels`)
  return { schemaVersion: read['schemaVersion'] as number, value: read['value'] as AppStatePutBody['value'] }
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

function invalid(field: string, needed: string): WaraqError {
  return new WaraqError({
    code: 'invalid_argument',
    message: `The ${field} of a document has to be ${needed}. Nothing was kept.`,
    details: { field },
  })
}
