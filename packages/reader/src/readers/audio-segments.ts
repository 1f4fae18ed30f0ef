import { items } from './fields.ts'

/** The time at which a word of a verse is recited. */
export interface AudioSegment {
  /** Position of the word in the verse, from 1. */
  readonly word: number
  /** Milliseconds from the beginning of the file. */
  readonly startMs: number
  readonly endMs: number
}

/**
 * The segments of an audio file that have a known form: `[word, start, end]`, or the same after a running number, with times
 * in milliseconds. The service does not document segments, so those of another form are left out.
 */
export function audioSegments(value: unknown): AudioSegment[] {
  return items(value).flatMap((item) => {
    const numbers = items(item)
    if (numbers.length !== 3 && numbers.length !== 4) return []
    const [word, startMs, endMs] = numbers.slice(-3)
    if (!isCount(word) || word < 1 || !isTime(startMs) || !isTime(endMs) || endMs < startMs) return []
    return [{ word, startMs, endMs }]
  })
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}
