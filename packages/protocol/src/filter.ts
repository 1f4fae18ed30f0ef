import { WaraqError } from './error.ts'
import type { ResourceRef } from './resource.ts'
import { resourceGroups, type ResourceGroup } from './vocabulary.ts'

/** One group of a filter: all its resources, or those with the listed ids (ascending, unique). */
export interface FilterGroup {
  readonly group: ResourceGroup
  readonly ids: '*' | readonly number[]
}

/** A parsed filter in canonical order: groups by name, each once. */
export interface ResourceFilter {
  readonly groups: readonly FilterGroup[]
}

const writeLikeThis = 'Write group:* or group:id,id and put semicolons between groups.'

/** Thrown for a filter that the service would refuse or, worse, silently truncate. `details.part` is the part at fault. */
export class InvalidFilterError extends WaraqError {
  override name = 'InvalidFilterError'
  /** The part of the filter at fault, as it was given. */
  readonly part: string

  constructor(part: string, problem: string, remedy = writeLikeThis) {
    super({
      code: 'invalid_filter',
      message: `The resources filter is invalid at ${JSON.stringify(part)}: ${problem}. ${remedy}`,
      details: { part, problem },
    })
    this.part = part
  }
}

const groupName = /^[a-z][a-z0-9_]*$/

function parseId(text: string, clause: string): number {
  const fail = (problem: string) => new InvalidFilterError(clause, problem)
  const quoted = JSON.stringify(text)
  if (text === '') throw fail('a comma with no id beside it')
  if (/^0+$|^-[0-9]+$/.test(text)) throw fail(`ids begin at 1, not at ${text}`)
  if (!/^[0-9]+$/.test(text)) throw fail(`${quoted} is neither * nor a whole number`)
  if (text.startsWith('0')) throw fail(`${quoted} begins with a zero`)
  const id = Number(text)
  if (!Number.isSafeInteger(id)) throw fail(`the id ${text} is too large`)
  return id
}

function parseClause(clause: string): FilterGroup {
  if (/\s/.test(clause)) throw new InvalidFilterError(clause, 'a filter has no spaces')
  const colon = clause.indexOf(':')
  if (colon < 0) throw new InvalidFilterError(clause, 'a group needs a colon and then * or ids')
  const group = clause.slice(0, colon)
  if (!groupName.test(group)) {
    throw new InvalidFilterError(clause, `${JSON.stringify(group)} is not a group name`)
  }
  const ids = clause.slice(colon + 1)
  if (ids === '') throw new InvalidFilterError(clause, 'no * and no id after the colon')
  const items = ids.split(',')
  const numbers = items.filter((item) => item !== '*').map((item) => parseId(item, clause))
  return { group, ids: items.includes('*') ? '*' : numbers }
}

/**
 * Parses a filter such as `translations:20,131;tafsirs:*` into canonical order: groups sorted by name, ids ascending and
 * unique, clauses of one group joined. `*` replaces all ids of its group.
 *
 * Groups that this version does not know are accepted.
 * @throws {InvalidFilterError} naming the part at fault
 */
export function parseFilter(filter: string): ResourceFilter {
  if (typeof filter !== 'string') throw new InvalidFilterError(typeof filter, 'the filter is no text')
  if (filter.trim() === '') throw new InvalidFilterError(filter, 'the filter is empty')
  const merged = new Map<string, '*' | Set<number>>()
  for (const clause of filter.split(';')) {
    if (clause === '') throw new InvalidFilterError(filter, 'a semicolon with no group beside it')
    const { group, ids } = parseClause(clause)
    const known = merged.get(group)
    if (ids === '*' || known === '*') merged.set(group, '*')
    else if (known) for (const id of ids) known.add(id)
    else merged.set(group, new Set(ids))
  }
  const groups = [...merged]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([group, ids]): FilterGroup => ({ group, ids: ids === '*' ? '*' : [...ids].sort((a, b) => a - b) }))
  return { groups }
}

/** Writes a parsed filter in the form in which it is stored and sent. */
export function formatFilter(filter: ResourceFilter): string {
  return filter.groups.map(({ group, ids }) => `${group}:${ids === '*' ? '*' : ids.join(',')}`).join(';')
}

/**
 * The canonical form of a filter: the only form that is stored or sent, because the service binds sync tokens to it.
 * @throws {InvalidFilterError} naming the part at fault
 */
export function canonicalFilter(filter: string): string {
  return formatFilter(parseFilter(filter))
}

/** Length of the common start of both. Typing errors mostly come later in a word. */
function sharedStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}

function nearestGroup(name: string): string {
  return [...resourceGroups].sort((a, b) => sharedStart(name, b) - sharedStart(name, a))[0]!
}

/**
 * Refuses groups that this version does not know. Most of them are typing errors, and the service would refuse each sync.
 * @throws {InvalidFilterError} naming the group and the nearest known group
 */
export function checkGroups({ groups }: ResourceFilter): void {
  const unknown = groups.find(({ group }) => !resourceGroups.some((known) => known === group))
  if (!unknown) return
  const { group } = unknown
  throw new InvalidFilterError(
    formatFilter({ groups: [unknown] }),
    `${JSON.stringify(group)} is not a group that this version knows`,
    `Did you mean ${nearestGroup(group)}? For a group that is newer than this version, give { unknownGroups: 'allow' }.`,
  )
}

/** Whether the filter includes this resource, by id or by `*`. */
export function filterCovers(filter: ResourceFilter, ref: ResourceRef): boolean {
  return filter.groups.some(({ group, ids }) => group === ref.group && (ids === '*' || ids.includes(ref.id)))
}
