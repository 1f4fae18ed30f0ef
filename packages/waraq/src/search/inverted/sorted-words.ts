import type { Kin } from '../query/kin.ts'
import { loose } from '../text/scripts/loose.ts'

/** Words sorted by code units, so that words with the same start are adjacent. */
export class SortedWords {
  readonly all: readonly string[]
  /** Words by their loose form, if it differs from the word. Computed by the first search that needs it. */
  #loosed: ReadonlyMap<string, readonly string[]> | undefined
  #loose: SortedWords | undefined

  constructor(words: Iterable<string>) {
    this.all = [...words].sort()
  }

  /** Words that may be kin of a word. With `prefix`, also words that may start with such a word. Some may not be in the index. */
  *kinOf(kin: Kin, prefix: boolean): Generator<string> {
    const seen = new Set<string>()
    for (const one of new Set([...kin.attached, kin.loose]))
      for (const word of prefix ? this.beginningWith(one) : [one]) seen.add(word)
    this.#loosed ??= this.#byLooseForm()
    this.#loose ??= new SortedWords(this.#loosed.keys())
    for (const form of prefix ? this.#loose.beginningWith(kin.loose) : [kin.loose])
      for (const word of this.#loosed.get(form) ?? []) seen.add(word)
    yield* seen
  }

  #byLooseForm(): Map<string, string[]> {
    const found = new Map<string, string[]>()
    for (const word of this.all) {
      const form = loose(word)
      if (form === word) continue
      const known = found.get(form)
      if (known) known.push(word)
      else found.set(form, [word])
    }
    return found
  }

  beginningWith(prefix: string): string[] {
    const found: string[] = []
    for (let index = this.#firstFrom(prefix); this.all[index]?.startsWith(prefix); index++)
      found.push(this.all[index]!)
    return found
  }

  /** Index of the first word that does not sort before the text. */
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
