/** Whether the key is a whole number as text, without leading zeros, so that no other such key is the same number. */
export function isWholeNumber(key: string): boolean {
  if (key.length === 0 || key.length > 15) return false
  const first = key.charCodeAt(0)
  if (first === 0x30) return key.length === 1
  for (let index = 0; index < key.length; index++) {
    const code = key.charCodeAt(index)
    if (code < 0x30 || code > 0x39) return false
  }
  return true
}

/**
 * Compares record keys. Most are numbers written as text, in ascending order in real snapshots. Comparing those as numbers keeps
 * the key ranges of neighbouring segments apart ("9999" before "10000").
 */
export function compareKeys(a: string, b: string): number {
  if (a === b) return 0
  const aIsNumber = isWholeNumber(a)
  if (aIsNumber !== isWholeNumber(b)) return aIsNumber ? -1 : 1
  // Without leading zeros the longer number is greater, and numbers of the same length compare as text.
  if (aIsNumber && a.length !== b.length) return a.length - b.length
  return a < b ? -1 : 1
}

/** The key of a row that has none: its position in the snapshot. No id of the service looks like it. */
export function positionalKey(position: number): string {
  return `#${position}`
}
