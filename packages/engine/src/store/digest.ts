/**
 * A 32-bit digest to notice damage, not malice: browsers do lose parts of a store. Murmur-style mixing over UTF-16 code
 * units; `seed` chains digests of several texts.
 */
export function digestOf(text: string, seed = 0): number {
  let hash = seed ^ text.length
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x5bd1e995)
    hash ^= hash >>> 15
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** Digest of a list of digests, order included. */
export function digestOfDigests(digests: readonly number[]): number {
  return digestOf(digests.join())
}
