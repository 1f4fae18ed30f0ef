import type { VerseRange } from '../reading/range/verse-range.ts'

/** Repetition, and what comes after each verse. Pure. */

/** How often a part can be played in total. */
export const repeatTimes = [2, 3, 5, Infinity] as const

export interface Repeat {
  readonly of: 'nothing' | 'verse' | 'range' | 'chapter'
  /** The verses of `range`; null for other parts. */
  readonly range: VerseRange | null
  /** How often the part is played in total. */
  readonly times: number
  /** How often it was played to its end. */
  readonly played: number
}

/** The first choice of a part repeats it endlessly, as other players do. */
export const noRepeat: Repeat = { of: 'nothing', range: null, times: Infinity, played: 0 }

/** The last chapter of the Quran. */
const lastChapter = 114

/** A verse, the basmala or a recording of a whole chapter that has just been played to its end. */
export interface Ended {
  readonly chapter: number
  /** Null for the basmala, and if the verse is not known. */
  readonly verseKey: string | null
  /** Whether this is the end of the chapter. */
  readonly isLast: boolean
}

/** What the listener wants after the end of the chapter. */
export interface AfterChapter {
  /** Whether the sleep timer ends with the chapter. */
  readonly sleeps: boolean
  /** Whether the next chapter follows. */
  readonly playsOn: boolean
}

export type Next =
  /** Plays again from a verse. Null: from the start of the chapter. */
  | { readonly is: 'again'; readonly from: string | null }
  | { readonly is: 'next_verse' }
  | { readonly is: 'chapter'; readonly chapter: number }
  | { readonly is: 'pause' }

function endsPart({ of, range }: Repeat, { verseKey, isLast }: Ended): boolean {
  if (of === 'verse') return verseKey !== null
  if (of === 'range') return verseKey !== null && verseKey === range?.to
  return of === 'chapter' && isLast
}

function firstOf({ of, range }: Repeat, { verseKey }: Ended): string | null {
  if (of === 'verse') return verseKey
  return of === 'range' ? (range?.from ?? null) : null
}

/**
 * Returns what comes after a verse, and the repeat from then on. A part is complete once it has been played as often as
 * chosen. A range then pauses, because nothing else was chosen. A verse or chapter continues as if there were no repeat.
 * The sleep timer ends even a chapter that is repeated.
 */
export function afterVerse(
  ended: Ended,
  repeat: Repeat,
  { sleeps, playsOn }: AfterChapter,
): { readonly next: Next; readonly repeat: Repeat } {
  const isPart = endsPart(repeat, ended)
  const played = repeat.played + 1
  const isAgain = isPart && played < repeat.times && !(sleeps && repeat.of === 'chapter')
  if (isAgain) return { next: { is: 'again', from: firstOf(repeat, ended) }, repeat: { ...repeat, played } }
  const after = isPart ? { ...noRepeat, times: repeat.times } : repeat
  if (isPart && repeat.of === 'range') return { next: { is: 'pause' }, repeat: after }
  if (!ended.isLast) return { next: { is: 'next_verse' }, repeat: after }
  const isOver = sleeps || !playsOn || ended.chapter >= lastChapter
  return {
    next: isOver ? { is: 'pause' } : { is: 'chapter', chapter: ended.chapter + 1 },
    repeat: after,
  }
}
