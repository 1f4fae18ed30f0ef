import { verseCountOf } from '@waraq/protocol'
import { getJuzMeta, type Juz } from 'quran-meta/hafs'
import { partsBetween, type VersePart } from './verse-parts.ts'

/** The parts of a juz. No part crosses the end of a chapter. */
export function partsOfJuz(juz: number): VersePart[] {
  const { first, last } = getJuzMeta(juz as Juz)
  const chapters = Array.from({ length: last[0] - first[0] + 1 }, (_, index) => first[0] + index)
  return chapters.flatMap((chapter) =>
    partsBetween(
      chapter,
      chapter === first[0] ? first[1] : 1,
      chapter === last[0] ? last[1] : verseCountOf(chapter),
    ),
  )
}
