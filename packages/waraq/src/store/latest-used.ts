/** A cache of the most recently used values, as many as fit. Only for values that never change, so that it is never stale. */
export class LatestUsed<Value> {
  readonly #kept = new Map<string, { readonly value: Value; readonly size: number }>()
  readonly #most: number
  #size = 0

  constructor(most: number) {
    this.#most = most
  }

  get(name: string): Value | undefined {
    const kept = this.#kept.get(name)
    if (!kept) return undefined
    // The map is in the order of use.
    this.#kept.delete(name)
    this.#kept.set(name, kept)
    return kept.value
  }

  keep(name: string, value: Value, size = 1): void {
    if (this.#kept.has(name)) return
    this.#kept.set(name, { value, size })
    this.#size += size
    for (const [oldest, { size: freed }] of this.#kept) {
      if (this.#size <= this.#most) break
      this.#kept.delete(oldest)
      this.#size -= freed
    }
  }
}
