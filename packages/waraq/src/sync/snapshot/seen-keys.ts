import { isWholeNumber } from '../../store/record-key.ts'

const leastRoom = 1024

/**
 * Record keys so far, to detect a second row with the same key. Real snapshots have ascending numbers, which take eight bytes
 * each. A set is used only from the first key on that is out of order or not a number.
 */
export class SeenKeys {
  #ascending = new Float64Array(leastRoom)
  #count = 0
  #others: Set<string> | undefined

  /** Adds one key. Returns false if it was added before. */
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
