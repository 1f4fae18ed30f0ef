/** Classes of characters, as sources of regular expressions with the flag `u`. */

/**
 * Scripts written without spaces between words: Chinese, Japanese with its length and voicing marks, Thai, Lao, Khmer,
 * Burmese.
 */
const unspacedScripts =
  '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\u3099\\u309a\\u30fc\\uff70\\uff9e\\uff9f' +
  '\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}'

/** Characters without a glyph: joiners, direction marks, soft hyphens, variation selectors. */
export const invisible = '\\p{DI}'

/** A letter or mark of such a script. Digits of these scripts are treated as digits. */
export const unspacedLetter = `(?:(?=[\\p{L}\\p{M}])[${unspacedScripts}]${invisible}*)`

/** Any other character of a word, including the joiner that makes a virama part of a letter in Bengali and Malayalam. */
export const spacedLetter = `(?:(?![${unspacedScripts}])[\\p{L}\\p{M}]|\\p{N}|(?<=[\\u09cd\\u0d4d])\\u200d)`

/** Signs used as an apostrophe, or for the letters ayn and hamza in transliterations. */
export const apostrophes = "'’‘`´＇\u05f3\u1fef\uff40"

/** Characters that may occur inside a word. The zero-width space may not: it separates words. */
export const seam = `(?:[${apostrophes}]|(?!\\u200b)${invisible})`

/** Quotation marks of a phrase. */
export const quotes = /["“”„‟«»＂]/

/** Hyphens: ASCII's, U+2010, the one that does not break (U+2011), and Hebrew's maqaf. */
export const hyphens = '\\-\u2010\u2011\u05be'
