import { allVerses } from '../../content/verses.ts'
import type { VerseSpan } from '../parts/verse-index.ts'

let versesOnPage: ReadonlyMap<number, number> | undefined

/**
 * How many pages stretches are that do not overlap. A page that was read in part counts for the share of its verses that
 * were read; the sum has two decimals. The document says no more than that it is a number. All mushafs have the same
 * pages here.
 */
export function pagesIn(spans: readonly VerseSpan[]): number {
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
