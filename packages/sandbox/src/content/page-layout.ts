import type { Verse } from './verses.ts'
import { wordsOf } from './words.ts'

/** A word, or the mark at the end of a verse, before it is placed. */
export interface WordOnPage {
  readonly verse: Verse
  readonly wordId: number
  readonly text: string
  readonly kind: 'word' | 'end'
  readonly positionInVerse: number
}

/** All positions count from 1. */
export interface PlacedWord extends WordOnPage {
  readonly line: number
  readonly positionInLine: number
  readonly positionInPage: number
}

const arabicDigits = (number: number) =>
  [...String(number)].map((digit) => String.fromCodePoint(0x660 + Number(digit))).join('')

/** The words of a page's verses, and the marks at the ends of the verses. */
export function wordsOnPage(verses: readonly Verse[]): WordOnPage[] {
  return verses.flatMap((verse) => {
    const { words, firstWordId, endWordId } = wordsOf(verse)
    const tokens = words.map((text, index): WordOnPage => {
      return { verse, wordId: firstWordId + index, text, kind: 'word', positionInVerse: index + 1 }
    })
    const end = arabicDigits(verse.number)
    return [
      ...tokens,
      { verse, wordId: endWordId, text: end, kind: 'end', positionInVerse: words.length + 1 },
    ]
  })
}

/**
 * The text lines of the first two pages of the printed Madani mushaf: the number of the first line, and the number of words
 * on each, verse marks included. The surah's name is above them and, on page 2, the basmala. Nothing is below them.
 */
const printedLines: ReadonlyMap<number, { readonly first: number; readonly words: readonly number[] }> =
  new Map([
    [1, { first: 2, words: [5, 5, 7, 6, 6, 4, 3] }],
    [2, { first: 3, words: [8, 7, 8, 9, 6, 3] }],
  ])

/** Whether the lines of a page follow the printed mushaf. */
export const isPrinted = (page: number) => printedLines.has(page)

/** Lays out the first pages as printed, and spreads the words of any other page evenly over its lines. */
export function layOutPage(page: number, words: readonly WordOnPage[], lines: number): PlacedWord[] {
  const printed = printedLines.get(page)
  const lineOf =
    printed && printed.words.flatMap((count, line) => Array<number>(count).fill(printed.first + line))
  let line = 0
  let positionInLine = 0
  return words.map((word, index) => {
    const ownLine = lineOf?.[index] ?? Math.floor((index * lines) / Math.max(words.length, lines)) + 1
    positionInLine = ownLine === line ? positionInLine + 1 : 1
    line = ownLine
    return { ...word, line, positionInLine, positionInPage: index + 1 }
  })
}
