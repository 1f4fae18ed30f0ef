import { normalize } from './normalize.ts'
import { apostrophes, hyphens, seam, spacedLetter, unspacedLetter } from './letters.ts'
import { spelledOut } from './scripts/latin.ts'
import { spelledWords } from './scripts/uthmani.ts'

/** A place in a text, in UTF-16 code units, `end` exclusive. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** A word of a text, as indexed. */
export interface Word extends Range {
  /** The normalized word, followed by other forms that find it. */
  readonly forms: readonly [string, ...string[]]
  /** End of the first letter of a pair; equal to `end` for words that are not a pair. */
  readonly head: number
}

/** A run of letters before normalization. */
export interface Run extends Range {
  readonly text: string
  /** Whether its script has no spaces, so that word boundaries are unknown. */
  readonly unspaced: boolean
}

const runs = new RegExp(`(${unspacedLetter}+)|${spacedLetter}+(?:${seam}+${spacedLetter}+)*`, 'gu')

export function* runsOf(text: string): Generator<Run> {
  for (const match of text.matchAll(runs)) {
    const [run, unspaced] = match
    yield { text: run, start: match.index, end: match.index + run.length, unspaced: unspaced !== undefined }
  }
}

/** Normalizes a text to words. Compatibility forms may contain several words: ﷺ is four. */
function normalized(text: string): string[] {
  return normalize(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((piece) => piece !== '')
}

const elision = new RegExp(`[${apostrophes}\u200c]`, 'u')

/**
 * Qur'an is found as quran and as an; l'homme as lhomme and as homme. The same applies to the zero-width non-joiners of
 * Persian. Parts of one letter are left out, because readers do not search for them.
 */
function partsOf(text: string): string[] {
  if (!elision.test(text)) return []
  return text
    .split(elision)
    .flatMap(normalized)
    .filter((part) => part.length > 1)
}

type Forms = Word['forms']

/** Forms of the words of a run; usually it is one word. */
function formsIn(text: string): readonly Forms[] {
  const pieces = normalized(text)
  const [piece] = pieces
  if (piece === undefined || pieces.length > 1) return pieces.map((each) => [each])
  const out = spelledOut(text)
  const others = [...partsOf(text), ...(out === undefined ? [] : normalized(out))]
  return spelledWords(text, piece).map(([form, ...forms]) => [form, ...new Set([...forms, ...others])])
}

/** Cached forms by run, because a text repeats its words. */
const known = new Map<string, readonly Forms[]>()
const maxKnown = 8_192

function spacedWords({ text, start, end }: Run): Word[] {
  let words = known.get(text)
  if (!words) {
    words = formsIn(text)
    if (known.size === maxKnown) known.clear()
    known.set(text, words)
  }
  return words.map((forms) => ({ start, end, head: end, forms }))
}

/** A letter with its marks. */
const cluster = /\u0e40\u0e40|\u0ec0\u0ec0|\P{M}\p{M}*|\p{M}+/gu
const lettersIn = (text: string) => text.match(cluster)?.length ?? 0

/** Maximum number of letters, each with its marks, of a word joined from parts with hyphens: longer than any word. */
const mostLetters = 40

const hyphen = new RegExp(`^[${hyphens}]$`, 'u')
const isWord = /^[\p{L}\p{M}]/u

/** rahmat-Nya is found as rahmat, nya and rahmatnya; hari-hari also as harihari. */
function withCompounds(text: string, words: readonly Word[]): Word[] {
  const isJoined = (index: number) => {
    const [word, next] = [words[index], words[index + 1]]
    return (
      word !== undefined &&
      next !== undefined &&
      next.start === word.end + 1 &&
      hyphen.test(text[word.end]!) &&
      [word, next].every(({ forms }) => isWord.test(forms[0]))
    )
  }
  const found: Word[] = []
  for (let first = 0; first < words.length;) {
    let last = first
    while (isJoined(last)) last++
    const parts = words.slice(first, last + 1)
    const whole = parts.map(({ forms }) => forms[0]).join('')
    const joined = first === last || lettersIn(whole) > mostLetters ? [] : [whole]
    for (const word of parts)
      found.push(joined.length === 0 ? word : { ...word, forms: [...word.forms, ...joined] })
    first = last + 1
  }
  return found
}

/**
 * Scripts without spaces are indexed by overlapping pairs of letters. The index then needs no word boundaries, and finds a
 * typed text anywhere in a run. The last letter of a run is indexed as a single letter.
 */
function pairs({ text, start }: Run): Word[] {
  const letters = [...text.matchAll(cluster)].flatMap(({ 0: each, index }) =>
    [...normalize(each)].map((letter) => ({
      letter,
      start: start + index,
      end: start + index + each.length,
    })),
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
  return new RegExp(`[${hyphens}]`).test(text) ? withCompounds(text, words) : words
}
