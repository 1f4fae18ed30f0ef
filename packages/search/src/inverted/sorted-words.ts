/** Words in the order of their code units, so that those with one beginning stand together. */
export class SortedWords {
  readonly all: readonly string[]

  constructor(words: Iterable<string>) {
    this.all = [...words].sort()
  }

  beginningWith(prefix: string): string[] {
    const found: string[] = []
    for (let index = this.#firstFrom(prefix); this.all[index]?.startsWith(prefix); index++)
      found.push(this.all[index]!)
    return found
  }

  /** Index of the first word that is not before the text. */
  #firstFrom(text: string): number {
    let [low, high] = [0, this.all.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.all[middle]! < text) low = middle + 1
      else high = middle
    }
    return low
  }
}
