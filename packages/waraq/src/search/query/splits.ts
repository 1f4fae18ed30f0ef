import { quotes } from '../text/letters.ts'
import { runsOf, wordsOf } from '../text/words.ts'
import { loose } from '../text/scripts/loose.ts'
import type { Clause, Term } from './query.ts'

/** Longer texts and words have too many positions for a missing blank. */
const maxWords = 6
const maxLetters = 16
/** Two-letter words are common in Arabic script, کے لیے. In other scripts a two-letter part is rarely a word. */
const leastOf = (word: string) => (/^[\u0600-\u06ff]/.test(word) ? 2 : 3)

/** Matches a half as it is, or with letters as written inside a word: the ے of جائے is the ی of جائیگا. */
function half(text: string): Term {
  return { text, prefix: false, edits: 0, kin: { attached: [], loose: loose(text) } }
}

/** Pairs of words that one word may mean. They must follow each other. */
function halves(word: string): Clause[] {
  const letters = word.match(/\P{M}\p{M}*/gu) ?? []
  const least = leastOf(word)
  if (!/^\p{L}[\p{L}\p{M}]*$/u.test(word) || letters.length > maxLetters) return []
  return letters
    .map((_, at): Clause => [half(letters.slice(0, at).join('')), half(letters.slice(at).join(''))])
    .slice(least, letters.length - least + 1)
}

/**
 * Readings of a text in which one of its words lacks a blank: کےلیے for کے لیے, میشود for می شود. `clauses` are those of the
 * typed text, one for each word.
 */
export function withBlanks(typed: string, clauses: readonly Clause[]): Clause[][] {
  // Text in quotation marks is taken literally.
  if (quotes.test(typed)) return []
  const runs = [...runsOf(typed)]
  if (runs.length > maxWords || runs.length !== clauses.length || runs.some(({ unspaced }) => unspaced))
    return []
  return runs.flatMap(({ text }, at) =>
    halves(wordsOf(text)[0]!.forms[0]).map((clause) =>
      clauses.map((each, index) => (index === at ? clause : each)),
    ),
  )
}
