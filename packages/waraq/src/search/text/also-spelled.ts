import type { Word } from './words.ts'

/** So many words ahead a spelling is looked for: what one text joins, the other has apart. */
const ahead = 4

/**
 * The words of a text, found also by the words of its other spelling. Words that both spell alike lead; what is between
 * goes to the words between, one by one, and what is left over to the last of them.
 */
export function alsoSpelled(words: readonly Word[], others: readonly Word[]): Word[] {
  const forms = words.map((word) => new Set(word.forms))
  const found: Word[] = []
  const give = (from: number, to: number, first: number, end: number) => {
    for (let other = first; other < end; other++) {
      const at = Math.max(Math.min(from + other - first, to - 1), 0)
      for (const form of others[other]!.forms) forms[at]?.add(form)
    }
  }
  let [at, other] = [0, 0]
  for (let word = 0; word < words.length; word++) {
    for (let next = other; next < Math.min(other + ahead, others.length); next++) {
      if (!others[next]!.forms.some((form) => forms[word]!.has(form))) continue
      give(at, word, other, next)
      give(word, word + 1, next, next + 1)
      ;[at, other] = [word + 1, next + 1]
      break
    }
  }
  give(at, words.length, other, others.length)
  for (const [index, word] of words.entries()) {
    const [first, ...rest] = [...forms[index]!]
    found.push({ ...word, forms: [first!, ...rest] })
  }
  return found
}
