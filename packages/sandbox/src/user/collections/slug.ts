/**
 * A collection's name as it can stand in an address: letters and digits of any script, and hyphens. Two collections of one
 * user never have the same: the second gets a number.
 */
export function slugOf(name: string, taken: readonly (string | null)[]): string {
  const plain = name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  const slug = plain === '' ? 'collection' : plain
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? slug : `${slug}-${number}`
    if (!taken.includes(numbered)) return numbered
  }
}
