import type { AppStateJsonValue, AppStatePutBody } from '@quranjs/api/public'
import { isSameJson } from './json.ts'

/** The versions to merge: what a person saw, what they made of it, and the current one. Null if there is no document. */
export interface Sides {
  readonly base: AppStatePutBody | null
  readonly local: AppStatePutBody | null
  readonly remote: AppStatePutBody | null
}

/** Merges two separately changed versions of a document into one. */
export type Merge = (sides: Sides) => AppStatePutBody | null

type Fields = Readonly<Record<string, AppStateJsonValue>>

/** The value's own field: a field such as `toString` is inherited by every object. */
const own = (fields: Fields, name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined)

const fieldsOf = (value: AppStateJsonValue | undefined): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined

/**
 * The default merge. For each field of the document's value it takes what this person changed, or else the current value.
 * Fields are not merged further. If a side is not an object, deletes the document or has a newer `schemaVersion`, the entire
 * document counts: the newer `schemaVersion` wins, and otherwise what this person did.
 */
export const mergeFields: Merge = ({ base, local, remote }) => {
  if (local === null || remote === null) return local
  if (local.schemaVersion !== remote.schemaVersion)
    return local.schemaVersion > remote.schemaVersion ? local : remote
  const [ours, there] = [fieldsOf(local.value), fieldsOf(remote.value)]
  if (!ours || !there) return local
  const before = fieldsOf(base?.value) ?? {}
  const isChanged = (field: string) => !isSameJson(own(ours, field), own(before, field))
  const names = [...new Set([...Object.keys(there), ...Object.keys(ours)])]
  const merged = names.flatMap((field): [string, AppStateJsonValue][] => {
    const value = isChanged(field) ? own(ours, field) : own(there, field)
    return value === undefined ? [] : [[field, value]]
  })
  return { schemaVersion: local.schemaVersion, value: Object.fromEntries(merged) }
}
