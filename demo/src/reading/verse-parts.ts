import { getAyahCountInSurah, getJuzMeta, type Juz, type Surah } from 'quran-meta/hafs'

/** Verses of one chapter that are read and shown in one go: few enough that the page stays responsive. */
export interface VersePart {
  readonly chapter: number
  readonly from: number
  readonly to: number
}

export const versesPerPart = 16

export function versesIn(chapter: number): number {
  return getAyahCountInSurah(chapter as Surah)
}

function partsBetween(chapter: number, first: number, last: number): VersePart[] {
  const parts = Math.ceil((last - first + 1) / versesPerPart)
  return Array.from({ length: parts }, (_, index) => {
    const from = first + index * versesPerPart
    return { chapter, from, to: Math.min(from + versesPerPart - 1, last) }
  })
}

export function partsOfChapter(chapter: number): VersePart[] {
  return partsBetween(chapter, 1, versesIn(chapter))
}

/** Parts end where a chapter does. */
export function partsOfJuz(juz: number): VersePart[] {
  const { first, last } = getJuzMeta(juz as Juz)
  const chapters = Array.from({ length: last[0] - first[0] + 1 }, (_, index) => first[0] + index)
  return chapters.flatMap((chapter) =>
    partsBetween(
      chapter,
      chapter === first[0] ? first[1] : 1,
      chapter === last[0] ? last[1] : versesIn(chapter),
    ),
  )
}

/** Index of the part that holds a verse; the first one where none does. */
export function partWith(parts: readonly VersePart[], chapter: number, verse: number | null): number {
  const index = parts.findIndex(
    (part) => part.chapter === chapter && verse !== null && part.from <= verse && verse <= part.to,
  )
  return Math.max(index, 0)
}

/** The order in which parts are read: the part in view first, then those around it, below before above. */
export function nearestFirst(count: number, first: number): number[] {
  const order: number[] = []
  for (let away = 0; away < count; away++) {
    if (first + away < count) order.push(first + away)
    if (away > 0 && first - away >= 0) order.push(first - away)
  }
  return order
}
