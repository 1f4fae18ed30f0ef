import { items } from './fields.ts'

/** The time at which a word of a verse is recited, or several words that the recording does not separate. */
export interface AudioSegment {
  /** Position of the word in the verse, from 1. For several words, position of the first. */
  readonly word: number
  /** Position of the last word. Equal to `word` for a single word. */
  readonly lastWord: number
  /** Milliseconds from the start of the file. */
  readonly startMs: number
  readonly endMs: number
}

/**
 * Reads the segments of an audio file that have a known form, with times in milliseconds. The forms are `[word, start, end]`
 * and `[before, last, start, end]`; the latter covers the words after `before` up to `last`. Numbers may be written as text. A
 * segment may also be text, `1:0:960`, and the complete list may be JSON text. The service does not document segments, so
 * other forms are left out.
 */
export function audioSegments(value: unknown): AudioSegment[] {
  return items(listOf(value)).flatMap((item) => {
    const numbers = items(typeof item === 'string' ? item.slice(0, 100).split(/[:,]/) : item).map(numberOf)
    if (numbers.length !== 3 && numbers.length !== 4) return []
    const [lastWord, startMs, endMs] = numbers.slice(-3)
    const before = numbers.length === 4 ? numbers[0] : undefined
    if (!isCount(lastWord) || lastWord < 1 || !isTime(startMs) || !isTime(endMs) || endMs < startMs) return []
    if (numbers.length === 4 && (!isCount(before) || before < 0 || before > lastWord)) return []
    // Some segments count from 1 and repeat the position of a single word.
    const word = isCount(before) ? Math.min(before + 1, lastWord) : lastWord
    return [{ word, lastWord, startMs, endMs }]
  })
}

/**
 * Returns the segments of a verse if they count its words as the text does: the last segment must be the last word of the text.
 * Otherwise returns none, because any of them might name a wrong word.
 */
export function segmentsFor<T extends Pick<AudioSegment, 'lastWord'>>(
  segments: readonly T[],
  words: number,
): readonly T[] {
  const last = segments.reduce((most, { lastWord }) => Math.max(most, lastWord), 0)
  return last === words ? segments : []
}

/** Maximum characters of segments written as text. Even those of the longest verse are shorter. */
const longestText = 65_536

function listOf(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > longestText) return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

function numberOf(value: unknown): unknown {
  return typeof value === 'string' && /^\s{0,9}-?\d{1,15}(?:\.\d{1,15})?\s{0,9}$/.test(value)
    ? Number(value)
    : value
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}
