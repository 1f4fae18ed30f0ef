import { chapterOf, numberOf } from '../verse-name.ts'

/** Verses in a row, by their keys. Pure. */
export interface VerseRange {
  readonly from: string
  readonly to: string
}

/** The verses that a person chooses: where they began, and the other end. */
export interface Choosing {
  readonly anchor: string | null
  readonly end: string | null
}

export const nothingChosen: Choosing = { anchor: null, end: null }

/** Negative if the first verse stands before the other one. */
function order(one: string, other: string): number {
  return chapterOf(one) - chapterOf(other) || numberOf(one) - numberOf(other)
}

/** The first verse begins a range, another one is its other end, and the one where it began ends the choosing. */
export function afterChoice({ anchor }: Choosing, verseKey: string): Choosing {
  if (anchor === verseKey) return nothingChosen
  return anchor === null ? { anchor: verseKey, end: verseKey } : { anchor, end: verseKey }
}

/** A range as an entry of the tab's history keeps it. */
export function keptRange({ from, to }: VerseRange): string {
  return `${from} ${to}`
}

export function choosingOf(kept: string): Choosing {
  const [anchor = null, end = null] = kept.split(' ')
  return { anchor, end }
}

/** In reading order. */
export function rangeOf({ anchor, end }: Choosing): VerseRange | null {
  if (anchor === null || end === null) return null
  return order(anchor, end) <= 0 ? { from: anchor, to: end } : { from: end, to: anchor }
}

export function isIn(range: VerseRange | null, verseKey: string): boolean {
  return range !== null && order(range.from, verseKey) <= 0 && order(verseKey, range.to) <= 0
}
