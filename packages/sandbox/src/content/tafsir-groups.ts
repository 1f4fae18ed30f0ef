import { between, randomFor, shuffled } from '../random.ts'
import { allVerses, verseCount } from './verses.ts'

/** Verses that share one text, by verse id. */
export interface VerseGroup {
  /** 1-based, in order of verses. */
  readonly id: number
  readonly first: number
  readonly last: number
}

/** The number of texts of a complete tafsir, and the number of those that cross from one chapter into the next. */
const tafsirShape = { texts: 1_896, crossings: 14 } as const

const firstVerseOf = (chapter: number) => allVerses().find((verse) => verse.chapter === chapter)!.id

/** The group known to cross from 104:1 to 105:5. */
const knownCrossing = { chapter: 104, first: () => firstVerseOf(104), last: () => firstVerseOf(106) - 1 }

function crossings(seed: number, resourceId: number): Omit<VerseGroup, 'id'>[] {
  const random = randomFor(seed, 'tafsir crossings', resourceId)
  const chosen = [knownCrossing.chapter]
  // Neighbouring boundaries are never both crossed, so that the groups cannot overlap in a short chapter.
  for (const chapter of shuffled(
    random,
    Array.from({ length: 101 }, (_, index) => index + 1),
  )) {
    if (chosen.length === tafsirShape.crossings) break
    if (chosen.every((other) => Math.abs(other - chapter) > 1)) chosen.push(chapter)
  }
  return chosen.map((chapter) => {
    if (chapter === knownCrossing.chapter) return { first: knownCrossing.first(), last: knownCrossing.last() }
    const boundary = firstVerseOf(chapter + 1)
    return { first: boundary - between(random, 1, 2), last: boundary - 1 + between(random, 1, 3) }
  })
}

/**
 * Divides all verses into groups of neighbours, as many as `tafsirShape` has. The same seed and resource give the same
 * groups.
 */
export function tafsirGroups(seed: number, resourceId: number): VerseGroup[] {
  const crossing = crossings(seed, resourceId)
  const whole = new Set(
    crossing.flatMap(({ first, last }) => Array.from({ length: last - first }, (_, n) => first + 1 + n)),
  )
  // A new group must start at a crossing group, after it, and at each chapter that no group crosses into.
  const starts = new Set(crossing.flatMap(({ first, last }) => [first, last + 1]))
  const free: number[] = []
  for (const verse of allVerses()) {
    if (whole.has(verse.id)) continue
    if (verse.number === 1) starts.add(verse.id)
    else if (!starts.has(verse.id)) free.push(verse.id)
  }
  starts.delete(verseCount + 1)
  const missing = tafsirShape.texts - starts.size
  for (const verse of shuffled(randomFor(seed, 'tafsir groups', resourceId), free).slice(0, missing))
    starts.add(verse)
  const ordered = [...starts].sort((a, b) => a - b)
  return ordered.map((first, index) => ({
    id: index + 1,
    first,
    last: (ordered[index + 1] ?? verseCount + 1) - 1,
  }))
}
