/**
 * The wanted parts of a resource by number, in order and each once, such as the chapters of a recitation. Resources of some
 * kinds, such as fonts, have no parts and are kept as a unit.
 */
export type Parts = 'all' | readonly number[]

/** Reads parts from a record; an empty list if the record contains something else. */
export function asParts(value: unknown): Parts {
  if (value === 'all') return value
  return Array.isArray(value) ? sorted(value.filter((part) => Number.isSafeInteger(part) && part > 0)) : []
}

function sorted(parts: Iterable<number>): number[] {
  return [...new Set(parts)].sort((a, b) => a - b)
}

/** Adds `more` to `parts`. `most`: the number of the last part. All parts together are `'all'`. */
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

/** Whether `parts` contains all of `some`. */
export function coversParts(parts: Parts, some: Parts): boolean {
  if (parts === 'all') return true
  return some !== 'all' && some.every((part) => parts.includes(part))
}

/** Whether `parts` contains `part`. A file without a part belongs to the entire resource. */
export function hasPart(parts: Parts, part: number | undefined): boolean {
  return parts === 'all' || (part !== undefined && parts.includes(part))
}
