/** Seeded randomness. All random values in the sandbox come from this module, so that one seed produces one service. */

/** A number in [0, 1). */
export type Random = () => number

/** FNV-1a over the labels, mixed with the seed. */
export function hashOf(seed: number, ...labels: readonly (string | number)[]): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0
  for (const character of labels.join('/')) {
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
  return (hash ^ (hash >>> 13)) >>> 0
}

/** A stream of numbers that depends only on the seed and the labels (mulberry32). */
export function randomFor(seed: number, ...labels: readonly (string | number)[]): Random {
  let state = hashOf(seed, ...labels)
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** An integer from `least` to `most`, both included. */
export function between(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1))
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)]!
}

/** A shuffled copy. */
export function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  const copy = [...items]
  for (let last = copy.length - 1; last > 0; last--) {
    const other = between(random, 0, last)
    const held = copy[last]!
    copy[last] = copy[other]!
    copy[other] = held
  }
  return copy
}
