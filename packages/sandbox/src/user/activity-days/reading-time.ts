import { allVerses } from '../../content/verses.ts'
import { wordsOf } from '../../content/words.ts'
import { spansOf } from '../parts/verse-index.ts'

/** The document names no pace. At this one the whole text takes some twenty hours. */
const secondsPerWord = 1

/**
 * Seconds that it takes to read ranges, joined by commas.
 * @throws {Refusal} 422 where one is no range of verses
 */
export function readingTime(ranges: string): number {
  const words = spansOf(ranges)
    .flatMap(({ from, to }) => allVerses().slice(from - 1, to))
    .reduce((sum, verse) => sum + wordsOf(verse).words.length, 0)
  return Math.max(1, words * secondsPerWord)
}
