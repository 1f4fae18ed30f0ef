import { items } from './fields.ts'

/** The time at which a word of a verse is recited, or a few words that the recording does not tell apart. */
export interface AudioSegment {
  /** Position of the word in the verse, from 1; of several, the first. */
  readonly word: number
  /** Position of the last word; that of `word` where it is one. */
  readonly lastWord: number
  /** Milliseconds from the beginning of the file. */
  readonly startMs: number
  readonly endMs: number
}

/**
 * The segments of an audio file that have a known form, with times in milliseconds: `[word, start, end]`, or
 * `[before, last, start, end]` with the words after the first number, up to the second. Numbers may be written as text, and so may a
 * segment, `1:0:960`, or all of them, as JSON. The service does not document segments, so those of another form are left out.
 */
export function audioSegments(value: unknown): AudioSegment[] {
  return items(listOf(value)).flatMap((item) => {
    const numbers = items(typeof item === 'string' ? item.slice(0, 100).split(/[:,]/) : item).map(numberOf)
    if (numbers.length !== 3 && numbers.length !== 4) return []
    const [lastWord, startMs, endMs] = numbers.slice(-3)
    const before = numbers.length === 4 ? numbers[0] : undefined
    if (!isCount(lastWord) || lastWord < 1 || !isTime(startMs) || !isTime(endMs) || endMs < startMs) return []
    if (numbers.length === 4 && (!isCount(before) || before < 0 || before > lastWord)) return []
    // Some count from 1, and give a single word twice.
    const word = isCount(before) ? Math.min(before + 1, lastWord) : lastWord
    return [{ word, lastWord, startMs, endMs }]
  })
}

/**
 * The segments of a verse, where they count its words as the text does: the last one is the last word of the text. None
 * otherwise, because any of them may then name a wrong word.
 */
export function segmentsFor<T extends Pick<AudioSegment, 'lastWord'>>(
  segments: readonly T[],
  words: number,
): readonly T[] {
  const last = segments.reduce((most, { lastWord }) => Math.max(most, lastWord), 0)
  return last === words ? segments : []
}

/** Segments of a chapter of the longest verse are shorter. */
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
