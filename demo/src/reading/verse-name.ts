import type { Words } from '../words/words.ts'
import type { VerseRange } from './range/verse-range.ts'

export function chapterOf(verseKey: string): number {
  return Number(verseKey.slice(0, verseKey.indexOf(':')))
}

export function numberOf(verseKey: string): number {
  return Number(verseKey.slice(verseKey.indexOf(':') + 1))
}

/** The ends of a range such as `2:255-2:257`, or `2:255` for one verse. */
export function rangeIn(text: string): VerseRange {
  const [from = '', to = from] = text.split('-')
  return { from, to }
}

/** "Al-Baqarah, verse 255". */
export function displayVerse(
  verseKey: string,
  chapterName: (chapter: number) => string,
  words: Words,
): string {
  return words.read.verse(chapterName(chapterOf(verseKey)), numberOf(verseKey))
}

/** "2:255", in the digits of the language. */
export function displayKey(verseKey: string, words: Words): string {
  return `${words.figures.number(chapterOf(verseKey))}:${words.figures.number(numberOf(verseKey))}`
}

/** "Al-Baqarah, verses 255 to 257". If the range spans two chapters, both ends are named. */
export function displayRange(
  { from, to }: VerseRange,
  chapterName: (chapter: number) => string,
  words: Words,
): string {
  if (from === to) return displayVerse(from, chapterName, words)
  const [first, last] = [from, to].map(chapterOf) as [number, number]
  return first === last
    ? words.read.verses(chapterName(first), numberOf(from), numberOf(to))
    : words.reading.range(displayVerse(from, chapterName, words), displayVerse(to, chapterName, words))
}
