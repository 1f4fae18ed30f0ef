/**
 * Which parts of a resource are wanted, by number: the chapters of a recitation, in order and each once. Resources of some
 * kinds, such as fonts, have no parts and are kept as a whole.
 */
export type Parts = 'all' | readonly number[]

/** What a record says of parts; nothing where it says something else. */
export function asParts(value: unknown): Parts {
  if (value === 'all') return value
  return Array.isArray(value) ? sorted(value.filter((part) => Number.isSafeInteger(part) && part > 0)) : []
}

function sorted(parts: Iterable<number>): number[] {
  return [...new Set(parts)].sort((a, b) => a - b)
}

/** `most`: the number of the last part; all of them are `'all'`. */
export function withParts(parts: Parts, more: Parts, most: number): Parts {
  if (parts === 'all' || more === 'all') return 'all'
  const both = sorted([...parts, ...more])
  return most > 0 && both.length === most ? 'all' : both
}

export function withoutParts(parts: Parts, less: Parts, most: number): Parts {
  if (less === 'all') return []
  const all = parts === 'all' ? Array.from({ length: most }, (_, index) => index + 1) : parts
  return all.filter((part) => !less.includes(part))
}

/** Whether all that `some` names is among `parts`. */
export function coversParts(parts: Parts, some: Parts): boolean {
  if (parts === 'all') return true
  return some !== 'all' && some.every((part) => parts.includes(part))
}

/** A file of no part belongs to the resource as a whole. */
export function hasPart(parts: Parts, part: number | undefined): boolean {
  return parts === 'all' || (part !== undefined && parts.includes(part))
}
