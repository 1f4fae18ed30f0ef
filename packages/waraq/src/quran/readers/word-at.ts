/** A time span of a recording, in milliseconds from its beginning. */
export interface Span {
  readonly startMs: number
  readonly endMs: number
}

/** Spans by their beginning, with the latest end of all up to each. */
interface Ordered {
  readonly spans: readonly Span[]
  readonly latestEnds: readonly number[]
}

/** A player asks many times a second about the same list. */
const known = new WeakMap<readonly Span[], Ordered>()

function orderedOf(given: readonly Span[]): Ordered {
  const before = known.get(given)
  if (before) return before
  const spans = given.filter(({ startMs, endMs }) => endMs > startMs).sort((a, b) => a.startMs - b.startMs)
  let latest = -Infinity
  const ordered = { spans, latestEnds: spans.map(({ endMs }) => (latest = Math.max(latest, endMs))) }
  known.set(given, ordered)
  return ordered
}

/**
 * The word that is recited at a time, or the verse, of a list of either. Spans may come in any order, overlap and have gaps: of
 * several that are under way, the one that began last; in a gap, undefined. Those that end before they begin are left out. The
 * list is taken as it is when it is first asked about.
 */
export function wordAt<T extends Span>(segments: readonly T[], ms: number): T | undefined {
  const { spans, latestEnds } = orderedOf(segments)
  let [low, high] = [0, spans.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (spans[middle]!.startMs <= ms) low = middle + 1
    else high = middle
  }
  for (let index = low - 1; index >= 0 && latestEnds[index]! > ms; index--)
    if (spans[index]!.endMs > ms) return spans[index] as T
  return undefined
}
