import { quotes } from '../text/letters.ts'
import { runsOf, wordsOf } from '../text/words.ts'
import { loose } from '../text/scripts/loose.ts'
import type { Clause, Term } from './query.ts'

/** Longer texts and words have too many places where a blank may be missing. */
const maxWords = 6
const maxLetters = 16
/** Words of two letters are many in Arabic script, کے لیے, and rarely words of their own elsewhere. */
const leastOf = (word: string) => (/^[\u0600-\u06ff]/.test(word) ? 2 : 3)

/** As it is, or as the same letters are written inside of a word: the ے of جائے is the ی of جائیگا. */
function half(text: string): Term {
  return { text, prefix: false, edits: 0, kin: { attached: [], loose: loose(text) } }
}

/** The two words that may be meant by one, which have to follow each other. */
function halves(word: string): Clause[] {
  const letters = word.match(/\P{M}\p{M}*/gu) ?? []
  const least = leastOf(word)
  if (!/^\p{L}[\p{L}\p{M}]*$/u.test(word) || letters.length > maxLetters) return []
  return letters
    .map((_, at): Clause => [half(letters.slice(0, at).join('')), half(letters.slice(at).join(''))])
    .slice(least, letters.length - least + 1)
}

/**
 * What a text may mean if a blank is missing in one of its words: کےلیے for کے لیے, میشود for می شود. `clauses` are those of the text as
 * it was typed, one for each word.
 */
export function withBlanks(typed: string, clauses: readonly Clause[]): Clause[][] {
  // Text in quotation marks is meant as it is.
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
