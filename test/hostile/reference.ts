/**
 * The rules of pages and envelopes once more, in plain code and written apart from the schemas: what they accept and what
 * this accepts has to be the same.
 */

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const own = (fields: Fields, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : undefined
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)
const isCount = (value: unknown): value is number => isWhole(value) && value >= 0
const isWord = (value: unknown): boolean => typeof value === 'string' && value.length > 0
const orNothing = (value: unknown, check: (value: unknown) => boolean): boolean =>
  value === null || value === undefined || check(value)
const isText = (value: unknown): value is string => typeof value === 'string'

/** A fixed form of date is enough here: hostile values hold no other one that `Date.parse` takes. */
const isDate = (value: unknown): boolean =>
  isText(value) && /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(value) && Number.isFinite(Date.parse(value))

/** Servers refuse longer request lines. */
const mostAddress = 16_384
const isSendable = (value: string): boolean => value.length <= mostAddress && !/\p{Surrogate}/u.test(value)

function isMutation(value: unknown, upTo: number): boolean {
  if (!isObject(value)) return false
  const field = (name: string) => own(value, name)
  const sequence = field('sequence')
  const id = field('resource_id')
  return (
    isCount(sequence) &&
    sequence <= upTo &&
    isWord(field('type')) &&
    isWord(field('resource_group')) &&
    isWhole(id) &&
    id >= 1 &&
    orNothing(field('resource_content_id'), isWhole) &&
    orNothing(field('record_type'), isWord) &&
    orNothing(field('record_key'), isText) &&
    orNothing(field('source_record_id'), isWhole) &&
    isDate(field('changed_at')) &&
    orNothing(field('data'), isObject) &&
    orNothing(field('snapshot_url'), isText) &&
    orNothing(field('unavailable_reason'), isText)
  )
}

/** Whether a parsed body is an acceptable page; where its next page is, is looked at apart. */
export function isPage(body: unknown): boolean {
  const sync = isObject(body) ? own(body, 'sync') : undefined
  if (!isObject(sync)) return false
  const [upTo, more, next, token, mutations] = [
    own(sync, 'sync_until_sequence'),
    own(sync, 'has_more'),
    own(sync, 'next_page_url'),
    own(sync, 'next_sync_token'),
    own(sync, 'mutations'),
  ]
  if (!isCount(upTo) || typeof more !== 'boolean' || !Array.isArray(mutations)) return false
  if (!orNothing(next, isText) || !orNothing(token, isText)) return false
  if (more ? !isText(next) : !(isText(token) && token !== '' && isSendable(token))) return false
  return mutations.every((mutation) => isMutation(mutation, upTo))
}

export function isSnapshot(body: unknown): boolean {
  if (!isObject(body)) return false
  const id = own(body, 'resource_id')
  return (
    isWord(own(body, 'resource_group')) &&
    isWhole(id) &&
    id >= 1 &&
    orNothing(own(body, 'resource_content_id'), isWhole) &&
    isWhole(own(body, 'schema_version')) &&
    isCount(own(body, 'sync_sequence')) &&
    Array.isArray(own(body, 'records'))
  )
}

/** Where a next page may be: a path of the feed with a query, in plain characters, and nothing else. */
export function isPageAddress(address: string): boolean {
  return address.length <= mostAddress && /^\/api\/v4\/resources\/sync\?[!"$-[\]-~]*$/.test(address)
}
