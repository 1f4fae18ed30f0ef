import { spelledOut } from '../text/scripts/latin.ts'
import { apostrophes, hyphens, quotes, spacedLetter, unspacedLetter } from '../text/letters.ts'

/**
 * Where words begin and end as they are typed: hyphens, apostrophes and joiners are left out or become blanks, and so do the reverse.
 */

const between = (mark: string) => new RegExp(`(?<=\\p{L}\\p{M}*)${mark}(?=\\p{L})`, 'gu')
const hyphen = between(`[${hyphens}]`)
const seam = between(`[${apostrophes}\\u200c]`)

/** Single letters of a script without spaces, with blanks between them: 真 主. */
const apart = new RegExp(`(?<!\\S)${unspacedLetter}(?:\\s+${unspacedLetter})+(?!\\S)`, 'gu')

/** A word twice: hari hari and hari2 are hari-hari. */
const twice = /(?<![\p{L}\p{M}\p{N}])(\p{L}[\p{L}\p{M}]+)\s+\1(?![\p{L}\p{M}\p{N}])/gu

const squared = /(?<![\p{L}\p{M}\p{N}])(\p{L}[\p{L}\p{M}]{2,})[2²](?![\p{L}\p{M}\p{N}])/gu
/** The blank between two words, which may be one in the text: ever lasting, کے لئے. */
const blank = /(?<=\p{L}[\p{L}\p{M}]+)\s+(?=\p{L}[\p{L}\p{M}])/gu
/** With more blanks, texts would be too many. */
const maxBlanks = 5

/** The text without one of its blanks, for each of them. */
function joined(typed: string): string[] {
  const blanks = [...typed.matchAll(blank)]
  if (blanks.length > maxBlanks) return []
  return blanks.map(({ 0: { length }, index }) => typed.slice(0, index) + typed.slice(index + length))
}

/** Umlauts and đ as keyboards without them spell them out, which some texts do, too. */
function spelled(typed: string): string {
  return typed.replace(/[\p{L}\p{M}]+/gu, (word) => spelledOut(word) ?? word)
}
/** A letter that stands alone: l heure, d abord, Allah s. */
const single = `(?<!\\S)(?=\\p{L})${spacedLetter}\\p{M}*(?!\\S)`
const beforeWord = new RegExp(`(${single})\\s+(?=\\p{L})`, 'gu')
const behindWord = new RegExp(`(?<=\\p{L}\\p{M}*)\\s+(${single})`, 'gu')
const alone = new RegExp(single, 'gu')

/** Texts that mean the same as the typed one, the most likely first. Text in quotation marks is meant as it is. */
export function spellingsOf(typed: string): string[] {
  if (quotes.test(typed)) return [typed]
  const whole = typed
    .replace(apart, (letters) => letters.replace(/\s+/g, ''))
    .replace(hyphen, '')
    .replace(twice, '$1$1')
    .replace(squared, '$1$1')
  const pieces = typed.replace(hyphen, ' ').replace(seam, ' ')
  const without = pieces.replace(alone, ' ')
  return [
    whole,
    typed,
    pieces,
    pieces.replace(beforeWord, '$1'),
    pieces.replace(behindWord, '$1'),
    ...(/[\p{L}\p{N}]/u.test(without) ? [without] : []),
    ...joined(typed),
    spelled(typed),
  ]
}
