import type { Kin } from './kin.ts'
import type { Verse } from './verses-typed.ts'

/** A normalized word that is asked for. */
export interface Term {
  readonly text: string
  /** Whether a word that begins with the text fits, too. */
  readonly prefix: boolean
  /** How many letters may be wrong, missing or too many. */
  readonly edits: number
  /** What else counts as the word, behind it; undefined where it has to stand as it is. */
  readonly kin?: Kin | undefined
}

/** Terms that have to follow each other in the text; mostly one. */
export type Clause = readonly [Term, ...Term[]]

/** What a reader typed. Hits are the rows that fulfil all clauses. */
export interface Query {
  readonly clauses: readonly Clause[]
  /** Those that are asked for by a place; empty where none is. */
  readonly verses: readonly Verse[]
  /** Whether it is Arabic, so that the Arabic text is what its reader looks for first. */
  readonly isArabic: boolean
  /**
   * Whether the rows of a reading count beside those of another: it differs from the typed text in blanks alone, and is of a language
   * whose writers set them as they like, Persian or Urdu.
   */
  readonly isAlso?: boolean
}

/** All terms of a query. A row without one of them is no hit. */
export function termsOf({ clauses }: Query): Term[] {
  return clauses.flat()
}

/** Whether the index alone cannot say which rows are hits. */
export function needsText({ clauses }: Query): boolean {
  return clauses.some((clause) => clause.length > 1)
}
