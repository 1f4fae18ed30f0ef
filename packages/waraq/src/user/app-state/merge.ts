import type { AppStateJsonValue, AppStatePutBody } from '@quranjs/api/public'
import { isSameJson } from './json.ts'

/** What a person saw, what they made of it, and what is there now; null where there is no document. */
export interface Sides {
  readonly base: AppStatePutBody | null
  readonly mine: AppStatePutBody | null
  readonly theirs: AppStatePutBody | null
}

/** Makes one document of two that were changed apart. */
export type Merge = (sides: Sides) => AppStatePutBody | null

type Fields = Readonly<Record<string, AppStateJsonValue>>

/** What the value has of its own: a field such as `toString` is inherited by each. */
const own = (fields: Fields, name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined)

const fieldsOf = (value: AppStateJsonValue | undefined): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined

/**
 * The usual merge: of each field of the document's value, what this person changed, and else what is there now. A field is taken
 * whole. Where a side is no object, deletes the document or is of a newer `schemaVersion`, it counts as a whole: a newer one over
 * an older one, and else what this person did.
 */
export const mergeFields: Merge = ({ base, mine, theirs }) => {
  if (mine === null || theirs === null) return mine
  if (mine.schemaVersion !== theirs.schemaVersion)
    return mine.schemaVersion > theirs.schemaVersion ? mine : theirs
  const [ours, there] = [fieldsOf(mine.value), fieldsOf(theirs.value)]
  if (!ours || !there) return mine
  const before = fieldsOf(base?.value) ?? {}
  const isChanged = (field: string) => !isSameJson(own(ours, field), own(before, field))
  const names = [...new Set([...Object.keys(there), ...Object.keys(ours)])]
  const merged = names.flatMap((field): [string, AppStateJsonValue][] => {
    const value = isChanged(field) ? own(ours, field) : own(there, field)
    return value === undefined ? [] : [[field, value]]
  })
  return { schemaVersion: mine.schemaVersion, value: Object.fromEntries(merged) }
}
