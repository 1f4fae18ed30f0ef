/** Seeded chance for tests: the seed of a failure replays it. */
export interface Random {
  /** A whole number from 0 to `below - 1`. */
  int(below: number): number
  pick<T>(items: readonly T[]): T
  shuffled<T>(items: readonly T[]): T[]
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
  const pick = <T>(items: readonly T[]): T => items[int(items.length)]!
  const shuffled = <T>(items: readonly T[]): T[] => {
    const rest = [...items]
    return items.map(() => rest.splice(int(rest.length), 1)[0]!)
  }
  return { int, pick, shuffled }
}
