import { allVerses } from '../../content/verses.ts'
import { wordsOf } from '../../content/words.ts'
import { spanOf } from '../parts/verse-index.ts'

/** The document names no pace. At this one the whole text takes some twenty hours. */
const secondsPerWord = 1

/**
 * Seconds that it takes to read a range.
 * @throws {Refusal} 422 where it is no range of verses
 */
export function readingTime(range: string): number {
  const { from, to } = spanOf(range)
  const words = allVerses()
    .slice(from - 1, to)
    .reduce((sum, verse) => sum + wordsOf(verse).words.length, 0)
  return Math.max(1, words * secondsPerWord)
}
