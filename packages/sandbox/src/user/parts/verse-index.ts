import { parseVerseRange, type VersePlace } from '@waraq/protocol/user'
import { allVerses, chapterCount, pageCount, type Verse } from '../../content/verses.ts'
import { unprocessable } from './refusal.ts'

export { verseCount } from '../../content/verses.ts'
const juzCount = 30

let byKey: ReadonlyMap<string, Verse> | undefined

/** Returns the verse of a key such as `26:153`, or undefined if no chapter has it. */
export function verseOf(key: string): Verse | undefined {
  byKey ??= new Map(allVerses().map((verse) => [verse.key, verse]))
  return byKey.get(key)
}

/** @throws {Refusal} 422 if there is no such verse */
export function needVerse({ chapter, verse }: VersePlace): Verse {
  return needVerseOfKey(`${chapter}:${verse}`)
}

/** @throws {Refusal} 422 if the key is not that of a verse */
export function needVerseOfKey(key: string): Verse {
  const found = verseOf(key)
  if (!found) throw unprocessable(`There is no verse ${key}.`)
  return found
}

/** A range of verses by their ids from 1 to 6236, both ends included. */
export interface VerseSpan {
  readonly from: number
  readonly to: number
}

/**
 * Returns the verses of a range such as `2:255-2:257`.
 * @throws {Refusal} 422 if an end is not a verse, or if the range ends before it starts
 */
export function spanOf(range: string): VerseSpan {
  const ends = parseVerseRange(range)
  if (!ends) throw unprocessable(`${range} is no range of verses.`)
  return spanBetween(needVerse(ends.from), needVerse(ends.to))
}

/**
 * Returns the verses of comma-separated ranges.
 * @throws {Refusal} as `spanOf`
 */
export function spansOf(ranges: string): VerseSpan[] {
  return ranges.split(',').map(spanOf)
}

/** @throws {Refusal} 422 if an end is not a verse, or if the range ends before it starts */
export function spanOfKeys({ from, to }: { readonly from: string; readonly to: string }): VerseSpan {
  return spanBetween(needVerseOfKey(from), needVerseOfKey(to))
}

function spanBetween(from: Verse, to: Verse): VerseSpan {
  if (to.id < from.id) throw unprocessable(`${to.key} is before ${from.key}.`)
  return { from: from.id, to: to.id }
}

/** Whether two ranges have a verse in common. */
export function meet(one: VerseSpan, other: VerseSpan): boolean {
  return one.from <= other.to && other.from <= one.to
}

/** The number of verses in a range. */
export function lengthOf({ from, to }: VerseSpan): number {
  return to - from + 1
}

/** The number of parts of each kind. The number of a juz, page or chapter is from 1 to this. */
export const wholeCounts = { juz: juzCount, page: pageCount, surah: chapterCount } as const
