/** How much a word says about a row (BM25+, with the usual constants). Pure. */

/** Further occurrences count less and less. */
const saturation = 1.2
/** How much a long text counts against a row. */
const lengthPenalty = 0.7
/** The least that one occurrence counts, even in the longest text. */
const least = 0.5

/** Rare words say more than common ones. Rows that were removed a moment ago may still be counted with the word. */
export function rarity(rows: number, rowsWithWord: number): number {
  return Math.log(1 + (Math.max(rows - rowsWithWord, 0) + 0.5) / (rowsWithWord + 0.5))
}

/** `relativeLength`: the row's length, as a multiple of the average. */
export function weightOf(occurrences: number, relativeLength: number): number {
  const damped = saturation * (1 - lengthPenalty + lengthPenalty * relativeLength)
  return least + (occurrences * (saturation + 1)) / (occurrences + damped)
}

/** The factor of a word that begins with the asked one: the longer the rest, the lower. */
export function prefixFactor(asked: number, found: number): number {
  return asked === found ? 1 : (0.375 * found) / (found + 0.3 * (found - asked))
}

/** The factor of a word that counts as the asked one. */
export const kinFactor = 0.7

/** The factor of a word that is only similar. */
export const similarFactor = 0.4
