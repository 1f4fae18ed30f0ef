import type { Kin } from './kin.ts'
import type { Verse } from './verses-typed.ts'

/** A normalized word to search. */
export interface Term {
  readonly text: string
  /** Whether a word that starts with the text also fits. */
  readonly prefix: boolean
  /** How many letters may be wrong, missing or too many. */
  readonly edits: number
  /** Variants that also count as the word but rank below it. Undefined if only the word itself counts. */
  readonly kin?: Kin | undefined
}

/** Terms that must follow each other in the text; usually one. */
export type Clause = readonly [Term, ...Term[]]

/** A parsed query. Hits are the rows that match all clauses. */
export interface Query {
  readonly clauses: readonly Clause[]
  /** Verses that were requested by a place; empty if there are none. */
  readonly verses: readonly Verse[]
  /** Whether the query is Arabic, so that its reader looks first for the Arabic text. */
  readonly isArabic: boolean
  /**
   * Whether the rows of this reading are added to those of another one. True if it differs from the typed text only in blanks,
   * and its language is Persian or Urdu, whose writers set blanks freely.
   */
  readonly isAlso?: boolean
}

/** All terms of a query. A row without one of them is not a hit. */
export function termsOf({ clauses }: Query): Term[] {
  return clauses.flat()
}

/** Whether the index is not sufficient to determine the hits. */
export function needsText({ clauses }: Query): boolean {
  return clauses.some((clause) => clause.length > 1)
}
