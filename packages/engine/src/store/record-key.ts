/**
 * Order of record keys. Most are numbers written as text, in ascending order in real snapshots; comparing those as
 * numbers keeps the key ranges of neighbouring segments apart ("9999" before "10000").
 */
const canonicalInteger = /^(0|[1-9][0-9]{0,14})$/

export function compareKeys(a: string, b: string): number {
  if (a === b) return 0
  const aIsNumber = canonicalInteger.test(a)
  const bIsNumber = canonicalInteger.test(b)
  if (aIsNumber && bIsNumber) return Number(a) - Number(b)
  if (aIsNumber !== bIsNumber) return aIsNumber ? -1 : 1
  return a < b ? -1 : 1
}

/** Key of a row that has nothing to be known by: its place in the snapshot. No id of the service looks like it. */
export function positionalKey(position: number): string {
  return `#${position}`
}
