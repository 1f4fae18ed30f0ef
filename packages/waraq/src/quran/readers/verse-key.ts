import { chapterRange, verseLocator, verseCountOf } from '@waraq/protocol'

/** A verse as chapter and number: `2:255` is verse 255 of chapter 2. */
export type VerseKey = string

/** A range of verses, both ends included; they may be in different chapters. */
export interface VerseRange {
  readonly from: VerseKey
  readonly to: VerseKey
}

/** A range of places. A place is the store's locator: chapter and verse as one number, in reading order. 2:255 is 2255. */
export interface PlaceRange {
  readonly from: number
  readonly to: number
}

/** Place of the verse that the key names; undefined if the value is not a verse key. */
export function placeOf(key: unknown): number | undefined {
  const match = typeof key === 'string' ? /^([1-9]\d{0,2}):([1-9]\d{0,2})$/.exec(key) : null
  return match ? verseLocator(Number(match[1]), Number(match[2])) : undefined
}

export function chapterOf(place: number): number {
  return Math.floor(place / 1000)
}

export function numberOf(place: number): number {
  return place % 1000
}

export function keyOf(place: number): VerseKey {
  return `${chapterOf(place)}:${numberOf(place)}`
}

/** The range of all verses of a chapter. */
export function chapterPlaces(chapter: number): PlaceRange {
  return { from: verseLocator(chapter, 1), to: chapterRange(chapter).to }
}

/** Keys of all verses of a range, in order. */
export function keysIn({ from, to }: PlaceRange): VerseKey[] {
  const keys: VerseKey[] = []
  for (let chapter = chapterOf(from); chapter <= chapterOf(to); chapter++) {
    const first = chapter === chapterOf(from) ? numberOf(from) : 1
    const last = chapter === chapterOf(to) ? numberOf(to) : verseCountOf(chapter)
    for (let number = first; number <= last; number++) keys.push(`${chapter}:${number}`)
  }
  return keys
}
