import type { DayTarget } from '../goals/targets.ts'
import { lengthOf, type VerseSpan } from '../parts/verse-index.ts'
import { pagesIn } from './pages-read.ts'
import { rangeOf, versesIn, without } from './spans.ts'

/** The verses and the time that a user read on a day. */
export interface Reading {
  readonly secondsRead: number
  /** Merged. */
  readonly spans: readonly VerseSpan[]
}

export const nothingRead: Reading = { secondsRead: 0, spans: [] }

/**
 * A day's reading as the day shows it, and its share of the target. `manuallyAddedSeconds` is always 0: no operation adds any.
 */
export function readingFields({ secondsRead, spans }: Reading, target: DayTarget | undefined) {
  const pagesRead = pagesIn(spans)
  return {
    ranges: spans.map(rangeOf),
    pagesRead,
    secondsRead,
    versesRead: versesIn(spans),
    manuallyAddedSeconds: 0,
    ...(target ? targetFields(target, { secondsRead, spans, pagesRead }) : withoutTarget),
  }
}

/** The document does not say how far a day without a target is: it stays at 0. */
const withoutTarget = { progress: 0 }

function targetFields(
  { type, amount }: DayTarget,
  { secondsRead, spans, pagesRead }: Reading & { readonly pagesRead: number },
) {
  if (typeof amount !== 'number') return rangeFields(amount, spans)
  if (type === 'QURAN_TIME') {
    return { progress: shareOf(secondsRead, amount), dailyTargetSeconds: amount }
  }
  return { progress: shareOf(pagesRead, amount), dailyTargetPages: amount }
}

function rangeFields(target: VerseSpan, read: readonly VerseSpan[]) {
  const remaining = without(target, read)
  const verses = lengthOf(target)
  return {
    progress: (verses - versesIn(remaining)) / verses,
    dailyTargetRanges: [rangeOf(target)],
    remainingDailyTargetRanges: remaining.map(rangeOf),
  }
}

function shareOf(part: number, whole: number): number {
  return Math.min(1, part / whole)
}
