import { verseLocator } from './locator.ts'

export const chapterCount = 114

/** Verses of each chapter as the service counts them (the Kufan count, 6,236 in all). Source: quran-meta 6.0.17, Hafs. */
const verseCounts: readonly number[] = [
  7, 286, 200, 176, 120, 165, 206, 75, 129, 109, 123, 111, 43, 52, 99, 128, 111, 110, 98, 135, 112, 78, 118,
  64, 77, 227, 93, 88, 69, 60, 34, 30, 73, 54, 45, 83, 182, 88, 75, 85, 54, 53, 89, 59, 37, 35, 38, 29, 18,
  45, 60, 49, 62, 55, 78, 96, 29, 22, 24, 13, 14, 11, 11, 18, 12, 12, 30, 52, 52, 44, 28, 28, 20, 56, 40, 31,
  50, 40, 46, 42, 29, 19, 36, 25, 22, 17, 19, 26, 30, 20, 15, 21, 11, 8, 8, 19, 5, 8, 8, 11, 11, 8, 3, 9, 5,
  4, 7, 3, 6, 3, 5, 4, 5, 6,
]

export const verseCount = 6236

/** Number of verses of a chapter; 0 for chapters that do not exist. */
export function verseCountOf(chapter: number): number {
  return verseCounts[chapter - 1] ?? 0
}

/**
 * Returns the number of a verse in the entire text, 1 to 6236. A place after its chapter's end counts as the chapter's last
 * verse.
 */
export function verseIdAt(place: number): number {
  const chapter = Math.floor(place / 1000)
  let before = 0
  for (let each = 1; each < chapter; each++) before += verseCountOf(each)
  return before + Math.min(place % 1000, verseCountOf(chapter))
}

/** Returns the place of the verse with this number in the entire text; undefined if there is none. */
export function placeOfVerseId(id: number): number | undefined {
  if (id < 1 || id > verseCount) return undefined
  let chapter = 1
  let number = id
  for (; number > verseCountOf(chapter); chapter++) number -= verseCountOf(chapter)
  return verseLocator(chapter, number)
}
