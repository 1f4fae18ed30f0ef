import { isWholeNumber } from '../../store/record-key.ts'

const leastRoom = 1024

/**
 * The record keys that came so far, to notice a second row of one key. Real snapshots have ascending numbers, which take
 * eight bytes each. Only keys out of order, or keys that are no numbers, are kept in a set.
 */
export class SeenKeys {
  #ascending = new Float64Array(leastRoom)
  #count = 0
  #others: Set<string> | undefined

  /** Takes one key; false where it came before. */
  add(key: string): boolean {
    if (!this.#others) {
      const number = isWholeNumber(key) ? Number(key) : NaN
      if (this.#count === 0 ? number >= 0 : number > this.#ascending[this.#count - 1]!) {
        this.#append(number)
        return true
      }
      this.#others = new Set(Array.from(this.#ascending.subarray(0, this.#count), String))
      this.#ascending = new Float64Array(0)
    }
    const before = this.#others.size
    return this.#others.add(key).size > before
  }

  #append(number: number): void {
    if (this.#count === this.#ascending.length) {
      const more = new Float64Array(2 * this.#count)
      more.set(this.#ascending)
      this.#ascending = more
    }
    this.#ascending[this.#count++] = number
  }
}
