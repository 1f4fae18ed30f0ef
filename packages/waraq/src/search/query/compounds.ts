import { spelledOut } from '../text/scripts/latin.ts'
import { apostrophes, hyphens, quotes, spacedLetter, unspacedLetter } from '../text/letters.ts'

/**
 * Alternative word boundaries in typed text: hyphens, apostrophes and joiners may be left out or replaced
 * by blanks, and vice versa.
 */

const between = (mark: string) => new RegExp(`(?<=\\p{L}\\p{M}*)${mark}(?=\\p{L})`, 'gu')
const hyphen = between(`[${hyphens}]`)
const seam = between(`[${apostrophes}\\u200c]`)

/** Single letters of a script without spaces, separated by blanks: 真 主. */
const apart = new RegExp(`(?<!\\S)${unspacedLetter}(?:\\s+${unspacedLetter})+(?!\\S)`, 'gu')

/** A repeated word: hari hari and hari2 are hari-hari. */
const twice = /(?<![\p{L}\p{M}\p{N}])(\p{L}[\p{L}\p{M}]+)\s+\1(?![\p{L}\p{M}\p{N}])/gu

const squared = /(?<![\p{L}\p{M}\p{N}])(\p{L}[\p{L}\p{M}]{2,})[2²](?![\p{L}\p{M}\p{N}])/gu
/** The blank between two words that may be one word in the text: ever lasting, کے لئے. */
const blank = /(?<=\p{L}[\p{L}\p{M}]+)\s+(?=\p{L}[\p{L}\p{M}])/gu
/** More blanks would produce too many texts. */
const maxBlanks = 5

/** Returns one text for each blank, without that blank. */
function joined(typed: string): string[] {
  const blanks = [...typed.matchAll(blank)]
  if (blanks.length > maxBlanks) return []
  return blanks.map(({ 0: { length }, index }) => typed.slice(0, index) + typed.slice(index + length))
}

/** Spells out umlauts and đ as on keyboards without them. Some texts do the same. */
function spelled(typed: string): string {
  return typed.replace(/[\p{L}\p{M}]+/gu, (word) => spelledOut(word) ?? word)
}
/** A single letter between blanks: l heure, d abord, Allah s. */
const single = `(?<!\\S)(?=\\p{L})${spacedLetter}\\p{M}*(?!\\S)`
const beforeWord = new RegExp(`(${single})\\s+(?=\\p{L})`, 'gu')
const behindWord = new RegExp(`(?<=\\p{L}\\p{M}*)\\s+(${single})`, 'gu')
const alone = new RegExp(single, 'gu')

/** Texts that mean the same as the typed one, the most likely first. Text in quotation marks is taken literally. */
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
