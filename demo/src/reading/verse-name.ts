import type { Words } from '../words/words.ts'

export function chapterOf(verseKey: string): number {
  return Number(verseKey.slice(0, verseKey.indexOf(':')))
}

export function numberOf(verseKey: string): number {
  return Number(verseKey.slice(verseKey.indexOf(':') + 1))
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
