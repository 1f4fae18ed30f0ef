import { chapterOf, numberOf } from '../verse-name.ts'

/** Consecutive verses, by their keys. Pure. */
export interface VerseRange {
  readonly from: string
  readonly to: string
}

/** The verses that a person is choosing: the verse where the choice started, and the other end. */
export interface Choosing {
  readonly anchor: string | null
  readonly end: string | null
}

export const nothingChosen: Choosing = { anchor: null, end: null }

/** Negative if the first verse comes before the other one. */
function order(one: string, other: string): number {
  return chapterOf(one) - chapterOf(other) || numberOf(one) - numberOf(other)
}

/**
 * Returns the choice after a press on a verse. The first press starts a range, and a press on another verse sets its other
 * end. A press on the verse where it started clears the choice.
 */
export function afterChoice({ anchor }: Choosing, verseKey: string): Choosing {
  if (anchor === verseKey) return nothingChosen
  return anchor === null ? { anchor: verseKey, end: verseKey } : { anchor, end: verseKey }
}

/** A range in the form that an entry of the tab's history stores. */
export function keptRange({ from, to }: VerseRange): string {
  return `${from} ${to}`
}

export function choosingOf(kept: string): Choosing {
  const [anchor = null, end = null] = kept.split(' ')
  return { anchor, end }
}

/** Returns the range in reading order. Null if nothing is chosen. */
export function rangeOf({ anchor, end }: Choosing): VerseRange | null {
  if (anchor === null || end === null) return null
  return order(anchor, end) <= 0 ? { from: anchor, to: end } : { from: end, to: anchor }
}

export function isIn(range: VerseRange | null, verseKey: string): boolean {
  return range !== null && order(range.from, verseKey) <= 0 && order(verseKey, range.to) <= 0
}
