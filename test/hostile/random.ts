/** Seeded chance: the seed of a failure replays it. */
export interface Random {
  /** A whole number from 0 to `below - 1`. */
  int(below: number): number
  /** True once in `times`. */
  oneIn(times: number): boolean
  pick<T>(items: readonly T[]): T
}

/** mulberry32 */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  const int = (below: number) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
  return { int, oneIn: (times) => int(times) === 0, pick: (items) => items[int(items.length)]! }
}

/** A seed for the body at `index` of a series, so that each body can be made again without those before it. */
export function seedOf(series: number, index: number): number {
  return (Math.imul(series ^ 0x9e3779b9, 0x85ebca6b) + Math.imul(index + 1, 0xc2b2ae35)) >>> 0
}
