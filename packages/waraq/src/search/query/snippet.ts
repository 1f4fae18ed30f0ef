import type { SnippetPart } from '../search.ts'
import type { Range, Word } from '../text/words.ts'
import type { Highlight } from './match.ts'

/** Approximate number of characters in a snippet, and of those before its first hit. */
const length = 180
const lead = 50
/** A text that exceeds `length` by at most this is shown completely. */
const slack = 40
/** Marks an end where the text continues, in all languages. An incomplete verse must not look complete. */
const ellipsis = '…'

/** Merges overlapping and touching places, which must be sorted by start. */
function merged(ranges: readonly Range[]): Range[] {
  const places: { start: number; end: number }[] = []
  for (const { start, end } of ranges) {
    const last = places.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else places.push({ start, end })
  }
  return places
}

/** The first position from which a snippet shows as many clauses as possible. */
function firstShown(highlights: readonly Highlight[]): number {
  let [best, most] = [0, 0]
  for (const [index, { start }] of highlights.entries()) {
    const clauses = new Set<number>()
    for (let next = index; next < highlights.length; next++) {
      const { end, clause } = highlights[next]!
      if (end - start <= length - lead) clauses.add(clause)
      else break
    }
    if (clauses.size > most) [best, most] = [start, clauses.size]
  }
  return best
}

/** The window of the snippet. It contains complete words and never cuts a highlighted place. */
function windowAround(text: string, words: readonly Word[], highlights: readonly Highlight[]): Range {
  if (text.length <= length + slack) return { start: 0, end: text.length }
  const first = firstShown(highlights)
  const places = merged(highlights)
  const earliest = first - lead <= 0 ? 0 : (words.find((word) => word.start >= first - lead)?.start ?? first)
  const start = places.find((place) => place.start < earliest && earliest < place.end)?.start ?? earliest
  const last = words.findLast((word) => word.end <= start + length && word.end > start)
  const latest = start + length >= text.length ? text.length : (last?.end ?? start + length)
  const end = places.find((place) => place.start < latest && latest < place.end)?.end ?? latest
  // Marks after the last word belong to it.
  return { start, end: words.at(-1)?.end === end ? text.length : end }
}

/** Adds an ellipsis to the parts at each end where words of the text are missing. */
function withEllipses(parts: readonly SnippetPart[], before: boolean, after: boolean): SnippetPart[] {
  const marked = [...parts]
  const first = marked[0]
  if (before && first?.highlighted === false) marked[0] = { ...first, text: ellipsis + first.text }
  else if (before) marked.unshift({ text: ellipsis, highlighted: false })
  const last = marked.at(-1)
  if (after && last?.highlighted === false) marked.splice(-1, 1, { ...last, text: last.text + ellipsis })
  else if (after) marked.push({ text: ellipsis, highlighted: false })
  return marked
}

/**
 * The snippet of a hit: a window around the first hits, in parts. Joined, they are a piece of the text, with an ellipsis at
 * each end where it continues.
 */
export function snippetOf(
  text: string,
  words: readonly Word[],
  highlights: readonly Highlight[],
): SnippetPart[] {
  const shown = windowAround(text, words, highlights)
  const parts: SnippetPart[] = []
  const add = (start: number, end: number, highlighted: boolean) => {
    if (start < end) parts.push({ text: text.slice(start, end), highlighted })
  }
  let at = shown.start
  for (const { start, end } of merged(highlights)) {
    if (start < shown.start || end > shown.end) continue
    add(at, start, false)
    add(start, end, true)
    at = end
  }
  add(at, shown.end, false)
  const [first, last] = [words[0], words.at(-1)]
  return withEllipses(
    parts,
    first !== undefined && first.start < shown.start,
    last !== undefined && last.end > shown.end,
  )
}
