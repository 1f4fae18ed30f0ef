/** 32-bit digests that detect damage, not malice, because browsers do lose parts of a store. Murmur-style mixing. */

function finished(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (mixed ^ (mixed >>> 13)) >>> 0
}

/** Digest of a text's UTF-16 code units. `seed` chains digests. */
export function digestOf(text: string, seed = 0): number {
  let hash = seed ^ text.length
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x5bd1e995)
    hash ^= hash >>> 15
  }
  return finished(hash)
}

/** Words that one call mixes. A browser optimizes a function that is called often sooner than one that loops for long. */
const wordsPerCall = 1024

function mixedIn(hash: number, words: ArrayLike<number>, from: number, to: number): number {
  for (let index = from; index < to; index++) {
    hash = Math.imul(hash ^ words[index]!, 0x5bd1e995)
    hash ^= hash >>> 15
  }
  return hash
}

/** Digest of bytes, four at a time. */
export function digestOfBytes(bytes: Uint8Array, seed = 0): number {
  const whole = bytes.length - (bytes.length % 4)
  // Words can be read in place only if they are aligned.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  const words = new Int32Array(aligned.buffer, aligned.byteOffset, whole / 4)
  let hash = seed ^ bytes.length
  for (let from = 0; from < words.length; from += wordsPerCall)
    hash = mixedIn(hash, words, from, Math.min(from + wordsPerCall, words.length))
  return finished(mixedIn(hash, bytes, whole, bytes.length))
}

/** Digest of a list of digests, order included. */
export function digestOfDigests(digests: readonly number[]): number {
  return digestOf(digests.join())
}
