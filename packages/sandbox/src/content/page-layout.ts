import type { Verse } from './verses.ts'
import { wordsOf } from './words.ts'

/** A word, or the mark at the end of a verse, before it has a place. */
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

/** The words of the verses of a page, and the marks at their ends. */
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

/** Spreads the words of a page evenly over its lines. */
export function layOutPage(words: readonly WordOnPage[], lines: number): PlacedWord[] {
  let line = 0
  let positionInLine = 0
  return words.map((word, index) => {
    const ownLine = Math.floor((index * lines) / Math.max(words.length, lines)) + 1
    positionInLine = ownLine === line ? positionInLine + 1 : 1
    line = ownLine
    return { ...word, line, positionInLine, positionInPage: index + 1 }
  })
}
