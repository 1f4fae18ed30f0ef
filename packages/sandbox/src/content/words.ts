import { arabicChapters } from './source-text.ts'
import { allVerses, type Verse } from './verses.ts'

/**
 * The words of one verse. Word ids count through the complete text and include the mark at the end of each verse. So they
 * are the same in the mushaf, in both kinds of word-by-word resources, and in every selection of chapters.
 */
export interface VerseWords {
  readonly words: readonly string[]
  readonly firstWordId: number
  /** Id of the mark that ends the verse. It follows the id of the last word. */
  readonly endWordId: number
}

const arabicLetter = /[\u0621-\u064a\u0671]/

/** The number of letters in a word, without marks. */
export const arabicLetters = (word: string) => [...word].filter((sign) => arabicLetter.test(sign)).length

/** Splits on spaces. Pause marks and end signs between spaces are not words. */
export function splitWords(text: string): string[] {
  return text.split(/\s+/).filter((token) => arabicLetter.test(token))
}

function countWords(): VerseWords[] {
  const texts = arabicChapters().flatMap((chapter) => chapter.verses.map((verse) => verse.text))
  let next = 1
  return allVerses().map((verse) => {
    const words = splitWords(texts[verse.id - 1] ?? '')
    const firstWordId = next
    const endWordId = firstWordId + words.length
    next = endWordId + 1
    return { words, firstWordId, endWordId }
  })
}

let cached: readonly VerseWords[] | undefined

export function wordsOf(verse: Verse): VerseWords {
  cached ??= countWords()
  return cached[verse.id - 1]!
}
