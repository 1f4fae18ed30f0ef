/** A time span of a recording, in milliseconds from its start. */
export interface Span {
  readonly startMs: number
  readonly endMs: number
}

/** Spans sorted by start, with the latest end among all spans up to each. */
interface Ordered {
  readonly spans: readonly Span[]
  readonly latestEnds: readonly number[]
}

/** Cached, because a player calls this many times a second with the same list. */
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
 * Returns the word, or the verse, that is recited at a time, from a list of either. Spans may be in any order, overlap and have
 * gaps. If several spans contain the time, the one that started last is returned; in a gap, undefined. Spans that end before
 * they start are left out. Later changes of the list have no effect after the first call with it.
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
