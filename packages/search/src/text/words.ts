import { fold } from './fold.ts'
import { apostrophes, seam, spacedLetter, unspacedLetter } from './letters.ts'

/** A place in a text, in UTF-16 code units, `end` exclusive. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** A word of a text as the index knows it. */
export interface Word extends Range {
  /** The folded word, then other forms that find it. */
  readonly forms: readonly [string, ...string[]]
  /** Where the first letter of a pair ends; `end` for words that are no pair. */
  readonly head: number
}

/** A stretch of letters before it is folded. */
export interface Run extends Range {
  readonly text: string
  /** Whether its script has no spaces, so that it is unknown where words begin and end. */
  readonly unspaced: boolean
}

const runs = new RegExp(`(${unspacedLetter}+)|${spacedLetter}+(?:${seam}+${spacedLetter}+)*`, 'gu')

export function* runsOf(text: string): Generator<Run> {
  for (const match of text.matchAll(runs)) {
    const [run, unspaced] = match
    yield { text: run, start: match.index, end: match.index + run.length, unspaced: unspaced !== undefined }
  }
}

/** Compatibility forms may hold several words: ﷺ is four. */
function folded(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((piece) => piece !== '')
}

const elision = new RegExp(`[${apostrophes}\u200c]`, 'u')

/**
 * Qur'an is found as quran, and as an; l'homme as lhomme, and as homme; the same at the zero-width non-joiners of Persian.
 * Parts of one letter are left out: readers do not look for them.
 */
function partsOf(text: string): string[] {
  if (!elision.test(text)) return []
  return text
    .split(elision)
    .flatMap(folded)
    .filter((part) => part.length > 1)
}

function spacedWords({ text, start, end }: Run): Word[] {
  const pieces = folded(text)
  const parts = pieces.length === 1 ? partsOf(text) : []
  return pieces.map((piece) => ({ start, end, head: end, forms: [piece, ...new Set(parts)] }))
}

/** A letter with its marks. */
const cluster = /\P{M}\p{M}*|\p{M}+/gu

/**
 * Scripts without spaces are indexed by overlapping pairs of letters: the index need not know where words begin, and finds
 * a typed text anywhere in a run. The last letter of a run stands alone.
 */
function pairs({ text, start }: Run): Word[] {
  const letters = [...text.matchAll(cluster)].flatMap(({ 0: each, index }) =>
    [...fold(each)].map((letter) => ({ letter, start: start + index, end: start + index + each.length })),
  )
  return letters.map((first, index) => {
    const second = letters[index + 1]
    const form = first.letter + (second?.letter ?? '')
    return { start: first.start, end: second?.end ?? first.end, head: first.end, forms: [form] }
  })
}

/** The words of a plain text, in order. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  for (const run of runsOf(text)) words.push(...(run.unspaced ? pairs(run) : spacedWords(run)))
  return words
}
