import type { Word } from './words.ts'

/** How many words ahead to look for the same spelling, because one text may join words that the other separates. */
const ahead = 4

/**
 * Adds the words of a text's other spelling as further forms of its words. Words spelled alike in both are aligned first. The
 * other words between them are assigned one by one to the words between, and surplus ones to the last of these.
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
