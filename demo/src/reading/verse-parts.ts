import { verseCountOf } from '@waraq/protocol'
import { chapterOf, numberOf } from './verse-name.ts'

/** Verses of one chapter that are read and shown together: few enough that the page stays responsive. */
export interface VersePart {
  readonly chapter: number
  readonly from: number
  readonly to: number
}

export const versesPerPart = 16

/** Splits a range of verses of one chapter into parts. */
export function partsBetween(chapter: number, first: number, last: number): VersePart[] {
  const parts = Math.ceil((last - first + 1) / versesPerPart)
  return Array.from({ length: parts }, (_, index) => {
    const from = first + index * versesPerPart
    return { chapter, from, to: Math.min(from + versesPerPart - 1, last) }
  })
}

export function partsOfChapter(chapter: number): VersePart[] {
  return partsBetween(chapter, 1, verseCountOf(chapter))
}

/** Index of the part that contains a verse. 0 if none does. */
export function partWith(parts: readonly VersePart[], verseKey: string | null): number {
  if (verseKey === null) return 0
  const [chapter, verse] = [chapterOf(verseKey), numberOf(verseKey)]
  const index = parts.findIndex((part) => part.chapter === chapter && part.from <= verse && verse <= part.to)
  return Math.max(index, 0)
}

/**
 * Returns the order in which parts are read: the part in view first, then the parts around it, the one below before the one
 * above.
 */
export function nearestFirst(count: number, first: number): number[] {
  const order: number[] = []
  for (let away = 0; away < count; away++) {
    if (first + away < count) order.push(first + away)
    if (away > 0 && first - away >= 0) order.push(first - away)
  }
  return order
}
