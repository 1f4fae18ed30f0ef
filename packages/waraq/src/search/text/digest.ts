/** 32-bit digests that detect changes and damage, not malice. Murmur-style mixing. */

function finished(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (mixed ^ (mixed >>> 13)) >>> 0
}

function mix(hash: number, value: number): number {
  const mixed = Math.imul(hash ^ value, 0x5bd1e995)
  return mixed ^ (mixed >>> 15)
}

/** Digest of a text's UTF-16 code units; `seed` chains digests. */
export function digestOf(text: string, seed = 0): number {
  let hash = seed ^ text.length
  for (let index = 0; index < text.length; index++) hash = mix(hash, text.charCodeAt(index))
  return finished(hash)
}

/** Digest of whole numbers below 2 ** 32. */
export function digestOfNumbers(numbers: Uint8Array | Uint32Array, seed = 0): number {
  let hash = seed ^ numbers.length
  for (let index = 0; index < numbers.length; index++) hash = mix(hash, numbers[index]!)
  return finished(hash)
}
