/** Seeded randomness for tests: the seed of a failure replays it, on any machine. */
export interface Random {
  /** From 0 inclusive to 1 exclusive. */
  next(): number
  /** An integer from 0 to `below - 1`. */
  int(below: number): number
  /** True once in `times`. */
  oneIn(times: number): boolean
  /** True with this probability, from 0 to 1. */
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  shuffled<T>(items: readonly T[]): T[]
}

/** mulberry32: small, fast, and good enough to choose the actions of a test. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (below: number) => Math.floor(next() * below)
  return {
    next,
    int,
    oneIn: (times) => int(times) === 0,
    chance: (probability) => next() < probability,
    pick: (items) => items[int(items.length)]!,
    shuffled: (items) => {
      const rest = [...items]
      return items.map(() => rest.splice(int(rest.length), 1)[0]!)
    },
  }
}

/** A seed for the case at `index` of a series, so that each case can be reproduced without the cases before it. */
export function seedOf(series: number, index: number): number {
  return (Math.imul(series ^ 0x9e3779b9, 0x85ebca6b) + Math.imul(index + 1, 0xc2b2ae35)) >>> 0
}
