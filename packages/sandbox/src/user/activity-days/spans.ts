import { formatVerseRange, type VersePlace } from '@waraq/protocol/user'
import { allVerses } from '../../content/verses.ts'
import { lengthOf, meet, type VerseSpan } from '../parts/verse-index.ts'

/** Writes a range of verses as text: `2:255-2:257`. */
export function rangeOf({ from, to }: VerseSpan): string {
  return formatVerseRange(placeOf(from), placeOf(to))
}

function placeOf(id: number): VersePlace {
  const { chapter, number } = allVerses()[id - 1]!
  return { chapter, verse: number }
}

/** The same verses in order. Ranges that overlap or are adjacent are joined. */
export function merged(spans: readonly VerseSpan[]): VerseSpan[] {
  const result: VerseSpan[] = []
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const last = result.at(-1)
    if (last && span.from <= last.to + 1) {
      result[result.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
    } else result.push(span)
  }
  return result
}

/** The verses of a range that are in none of the others. The others have to be merged. */
export function without(span: VerseSpan, others: readonly VerseSpan[]): VerseSpan[] {
  const rest: VerseSpan[] = []
  let from = span.from
  for (const other of others.filter((one) => meet(one, span))) {
    if (other.from > from) rest.push({ from, to: other.from - 1 })
    from = other.to + 1
  }
  return from <= span.to ? [...rest, { from, to: span.to }] : rest
}

/** The number of verses in ranges that do not overlap. */
export function versesIn(spans: readonly VerseSpan[]): number {
  return spans.reduce((sum, span) => sum + lengthOf(span), 0)
}
