/** 32-bit digests to notice damage, not malice: browsers do lose parts of a store. Murmur-style mixing. */

function finished(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (mixed ^ (mixed >>> 13)) >>> 0
}

/** Of a text's UTF-16 code units; `seed` chains digests. */
export function digestOf(text: string, seed = 0): number {
  let hash = seed ^ text.length
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x5bd1e995)
    hash ^= hash >>> 15
  }
  return finished(hash)
}

/** Of bytes, four at a time. */
export function digestOfBytes(bytes: Uint8Array, seed = 0): number {
  const whole = bytes.length - (bytes.length % 4)
  // Words can be looked at in place only where they are aligned.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, whole / 4)
  let hash = seed ^ bytes.length
  for (let index = 0; index < words.length; index++) {
    hash = Math.imul(hash ^ words[index]!, 0x5bd1e995)
    hash ^= hash >>> 15
  }
  for (let index = whole; index < bytes.length; index++) {
    hash = Math.imul(hash ^ bytes[index]!, 0x5bd1e995)
    hash ^= hash >>> 15
  }
  return finished(hash)
}

/** Digest of a list of digests, order included. */
export function digestOfDigests(digests: readonly number[]): number {
  return digestOf(digests.join())
}
