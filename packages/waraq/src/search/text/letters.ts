/** Classes of characters, as sources of regular expressions with the flag `u`. */

/**
 * Scripts written without spaces between words: Chinese, Japanese with its length and voicing marks, Thai, Lao, Khmer,
 * Burmese.
 */
const unspacedScripts =
  '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\u3099\\u309a\\u30fc\\uff70\\uff9e\\uff9f' +
  '\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}'

/** Characters without a shape: joiners, directions, soft hyphens, variation selectors. */
export const invisible = '\\p{DI}'

/** A letter or mark of such a script. Their digits are digits. */
export const unspacedLetter = `(?:(?=[\\p{L}\\p{M}])[${unspacedScripts}]${invisible}*)`

/** Any other character that words are made of; with the joiner that makes a virama part of a letter, in Bengali and Malayalam. */
export const spacedLetter = `(?:(?![${unspacedScripts}])[\\p{L}\\p{M}]|\\p{N}|(?<=[\\u09cd\\u0d4d])\\u200d)`

/** Stand for an apostrophe, or for the letters ayn and hamza in transliterations. */
export const apostrophes = "'’‘`´＇\u05f3\u1fef\uff40"

/** Characters that may stand inside of a word. The zero-width space may not: it separates words. */
export const seam = `(?:[${apostrophes}]|(?!\\u200b)${invisible})`

/** Quotation marks of a phrase. */
export const quotes = /["“”„‟«»＂]/

/** Hyphens: ASCII's, U+2010, the one that does not break (U+2011), and Hebrew's maqaf. */
export const hyphens = '\\-\u2010\u2011\u05be'
