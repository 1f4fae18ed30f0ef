const rows = 4
const bits = 17
const width = 2 ** bits
/** Maximum number of words of a key. */
export const longestKey = 1_025

/** Fills an array with random numbers. */
export type FillRandomly = (numbers: Uint32Array<ArrayBuffer>) => unknown

/** Counts of any number of keys, in 2 MiB. */
export interface Sketch {
  /** How often the key was added, or more: keys that share its cells are counted with it. */
  estimate(key: readonly number[]): number
  /** Adds the key; returns the estimate including this time. */
  add(key: readonly number[]): number
  /** The most that other keys add to an estimate, except for a few keys in a million: the mean of a cell plus two deviations. */
  noise(): number
  /** Forgets all keys, and draws the cells of each key again. */
  clear(): void
}

/**
 * A count-min sketch with conservative update: a key has a cell in each row, and its estimate is the smallest of them. A key
 * consists of words of 16 bits; the first word determines how many there are.
 *
 * Keys are hashed by multilinear hashing: the top 17 bits of a sum with random 32-bit coefficients, which is strongly
 * universal. Callers do not know the coefficients, so a caller that chooses its keys cannot target the cells of another.
 */
export function countMinSketch(random: FillRandomly): Sketch {
  const cells = new Uint32Array(rows * width)
  const coefficients = new Uint32Array(rows * (longestKey + 1))
  /** The cells of the key that was looked up last. */
  const found = new Uint32Array(rows)
  let added = 0

  function estimate(key: readonly number[]): number {
    let least = Infinity
    for (let row = 0; row < rows; row += 1) {
      let sum = coefficients[row]!
      for (let index = 0; index < key.length; index += 1)
        sum = (sum + Math.imul(coefficients[(index + 1) * rows + row]!, key[index]!)) | 0
      found[row] = row * width + (sum >>> (32 - bits))
      least = Math.min(least, cells[found[row]!]!)
    }
    return least
  }

  const sketch: Sketch = {
    estimate,
    add: (key) => {
      const least = estimate(key)
      added += 1
      // Cells above the minimum also belong to other keys. Raising them, too, would only add noise.
      for (const cell of found) if (cells[cell] === least) cells[cell] = least + 1
      return least + 1
    },
    noise: () => Math.round(added / width + 2 * Math.sqrt(added / width)),
    clear: () => {
      cells.fill(0)
      random(coefficients)
      added = 0
    },
  }
  sketch.clear()
  return sketch
}
