import { fits, nearlyFits } from '../query/match.ts'
import type { Term } from '../query/query.ts'
import {
  packPostings,
  unpackPostings,
  type PackedPostings,
  type Postings,
  type Vocabulary,
} from './postings.ts'
import { SortedWords } from './sorted-words.ts'

/** A row that has all terms. */
export interface Found {
  readonly row: number
  /** Above 0; comparable within one index. */
  readonly score: number
  readonly fit: Fit
}

/** How well a row matches the words: all as requested, some as kin, or some only similar. */
export type Fit = (typeof fit)[keyof typeof fit]
export const fit = { exact: 0, kin: 1, similar: 2 } as const

/** Intermediate results of `find` for each row. */
interface Tally {
  /** Number of terms, counted from the first, that each row has. */
  readonly terms: Uint8Array
  readonly scores: Float64Array
  /** The worst fit of a term so far. */
  readonly fits: Uint8Array
}

/** Maps words to the rows in which they occur. Rows are numbered from 0 in the order in which they were added. */
export class InvertedIndex {
  #vocabulary: Vocabulary
  /** Number of words in each row; -1 if it was removed. */
  #lengths: number[]
  #total = 0
  #removed = 0
  #sorted: SortedWords | undefined

  private constructor(vocabulary: Vocabulary, lengths: number[]) {
    this.#vocabulary = vocabulary
    this.#lengths = lengths
    for (const length of lengths) this.#total += length
  }

  static empty(): InvertedIndex {
    return new InvertedIndex(new Map(), [])
  }

  /** @throws {RangeError} if the bytes are not a result of `pack` */
  static unpack(packed: PackedPostings, rows: number): InvertedIndex {
    const vocabulary = unpackPostings(packed, rows)
    const lengths = Array.from({ length: rows }, () => 0)
    for (const postings of vocabulary.values())
      for (let index = 0; index < postings.length; index += 2)
        lengths[postings[index]!]! += postings[index + 1]!
    return new InvertedIndex(vocabulary, lengths)
  }

  /** Number of rows, without removed ones. */
  get rows(): number {
    return this.#lengths.length - this.#removed
  }

  /** Adds a row and returns its number. */
  add(words: Iterable<string>): number {
    const row = this.#lengths.length
    let length = 0
    for (const word of words) {
      this.#note(word, row)
      length++
    }
    this.#lengths.push(length)
    this.#total += length
    return row
  }

  #note(word: string, row: number): void {
    const postings = this.#vocabulary.get(word)
    if (!postings) {
      this.#vocabulary.set(word, [row, 1])
      this.#sorted = undefined
    } else if (postings.at(-2) === row) postings[postings.length - 1]!++
    else postings.push(row, 1)
  }

  /** Hides the row from `find`. `compact` frees its memory. */
  remove(row: number): void {
    const length = this.#lengths[row]
    if (length === undefined || length < 0) return
    this.#total -= length
    this.#lengths[row] = -1
    this.#removed++
  }

  /** Frees the memory of removed rows. Returns the new number of each row, -1 for removed ones. Undefined if nothing changed. */
  compact(): Int32Array | undefined {
    if (this.#removed === 0) return undefined
    let next = 0
    const renumbered = Int32Array.from(this.#lengths, (length) => (length < 0 ? -1 : next++))
    for (const [word, postings] of this.#vocabulary) {
      const kept = kepts(postings, renumbered)
      if (kept.length === 0) this.#vocabulary.delete(word)
      else this.#vocabulary.set(word, kept)
    }
    this.#lengths = this.#lengths.filter((length) => length >= 0)
    this.#removed = 0
    this.#sorted = undefined
    return renumbered
  }

  /** Packs the index. Call `compact` first, because removed rows would also be packed. */
  pack(): PackedPostings {
    return packPostings(this.#vocabulary)
  }

  /** All rows that have each of the terms, in no particular order. */
  find(terms: readonly Term[]): Found[] {
    const rows = this.#lengths.length
    const tally: Tally = {
      terms: new Uint8Array(rows),
      scores: new Float64Array(rows),
      fits: new Uint8Array(rows),
    }
    for (const [index, term] of terms.entries()) this.#tallyTerm(term, index, tally)
    const found: Found[] = []
    for (let row = 0; row < rows; row++) {
      if (tally.terms[row] !== terms.length || terms.length === 0) continue
      found.push({ row, score: tally.scores[row]!, fit: tally.fits[row] as Fit })
    }
    return found
  }

  /** Processes kin and similar words last, because they count only in rows that do not have the word itself. */
  #tallyTerm(term: Term, index: number, tally: Tally): void {
    this.#sorted ??= new SortedWords(this.#vocabulary.keys())
    const words = term.prefix ? this.#sorted.beginningWith(term.text) : [term.text]
    for (const word of words)
      this.#tallyWord(word, prefixFactor(term.text.length, word.length), fit.exact, index, tally)
    if (term.kin)
      for (const word of this.#sorted.kinOf(term.kin, term.prefix))
        if (!fits(term, word)) this.#tallyWord(word, kinFactor, fit.kin, index, tally)
    if (term.edits === 0) return
    for (const word of this.#sorted.all)
      if (!fits(term, word) && nearlyFits(term, word))
        this.#tallyWord(word, similarFactor, fit.similar, index, tally)
  }

  #tallyWord(word: string, factor: number, how: Fit, index: number, tally: Tally): void {
    const postings = this.#vocabulary.get(word)
    if (!postings) return
    const weight = factor * rarity(this.rows, postings.length / 2)
    const average = this.#total / this.rows
    for (let at = 0; at < postings.length; at += 2) {
      const row = postings[at]!
      const length = this.#lengths[row]!
      if (length < 0 || tally.terms[row]! < index) continue
      if (tally.terms[row] === index) tally.fits[row] = Math.max(tally.fits[row]!, how)
      tally.terms[row] = index + 1
      tally.scores[row]! += weight * weightOf(postings[at + 1]!, length / average)
    }
  }
}

function kepts(postings: Postings, renumbered: Int32Array): Postings {
  const kept: Postings = []
  for (let at = 0; at < postings.length; at += 2) {
    const row = renumbered[postings[at]!]!
    if (row >= 0) kept.push(row, postings[at + 1]!)
  }
  return kept
}

// Weight of a word in a row: BM25+ with the usual constants.

/** Further occurrences count less and less. */
const saturation = 1.2
/** How strongly a long text reduces the weight. */
const lengthPenalty = 0.7
/** The minimum weight of one occurrence, even in the longest text. */
const least = 0.5

/** Rare words weigh more than common ones. Recently removed rows may still be counted for the word. */
function rarity(rows: number, rowsWithWord: number): number {
  return Math.log(1 + (Math.max(rows - rowsWithWord, 0) + 0.5) / (rowsWithWord + 0.5))
}

/** `relativeLength`: the row's length, as a multiple of the average. */
function weightOf(occurrences: number, relativeLength: number): number {
  const damped = saturation * (1 - lengthPenalty + lengthPenalty * relativeLength)
  return least + (occurrences * (saturation + 1)) / (occurrences + damped)
}

/** The factor of a word that starts with the requested one: the longer the rest, the lower. */
function prefixFactor(asked: number, found: number): number {
  return asked === found ? 1 : (0.375 * found) / (found + 0.3 * (found - asked))
}

/** The factor of kin of the requested word. */
const kinFactor = 0.7

/** The factor of a word that is only similar. */
const similarFactor = 0.4
