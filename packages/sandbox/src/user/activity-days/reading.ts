import type { DayTarget } from '../goals/targets.ts'
import { lengthOf, type VerseSpan } from '../parts/verse-index.ts'
import { rangeOf, versesIn, without } from './spans.ts'
import { allVerses } from '../../content/verses.ts'

/** The verses and the time that a user read on a day. */
export interface Reading {
  readonly secondsRead: number
  /** Merged. */
  readonly spans: readonly VerseSpan[]
}

export const nothingRead: Reading = { secondsRead: 0, spans: [] }

/**
 * A day's reading as the day shows it, and its share of the target. `manuallyAddedSeconds` is always 0, because no operation
 * adds any.
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

/** The API documentation does not define the progress of a day without a target. Here it stays at 0. */
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

let versesOnPage: ReadonlyMap<number, number> | undefined

/**
 * The number of pages in ranges that do not overlap. A page that was read in part counts by the share of its verses that
 * were read. The sum has two decimals. The API documentation only says that it is a number. All mushafs have the same pages
 * here.
 */
function pagesIn(spans: readonly VerseSpan[]): number {
  versesOnPage ??= countByPage([{ from: 1, to: allVerses().length }])
  const whole = versesOnPage
  const shares = [...countByPage(spans)].map(([page, verses]) => verses / whole.get(page)!)
  return Math.round(shares.reduce((sum, share) => sum + share, 0) * 100) / 100
}

function countByPage(spans: readonly VerseSpan[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { from, to } of spans) {
    for (const { page } of allVerses().slice(from - 1, to)) counts.set(page, (counts.get(page) ?? 0) + 1)
  }
  return counts
}
