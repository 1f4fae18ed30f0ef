import type { Range, Word } from '../text/words.ts'
import { withinEdits } from './edits.ts'
import { isKin } from './kin.ts'
import type { Clause, Query, Term } from './query.ts'

/** A place to highlight. */
export interface Highlight extends Range {
  /** Index of the clause that matches here. */
  readonly clause: number
}

/** The places where a text matches. */
export interface Match {
  /** In text order. They may overlap in scripts without spaces. */
  readonly highlights: readonly Highlight[]
}

export function fits({ text, prefix }: Term, form: string): boolean {
  return prefix ? form.startsWith(text) : form === text
}

export function nearlyFits({ text, edits }: Term, form: string): boolean {
  return edits > 0 && withinEdits(text, form, edits)
}

/** The place to highlight. Of a pair of letters, only the first is highlighted if only that one was requested. */
function place({ text }: Term, { start, end, head, forms }: Word): Range {
  const asked = [...text].length
  return { start, end: head < end && asked === 1 && forms[0] !== text ? head : end }
}

/** Whether a word is the requested one or counts as it. */
function counts(term: Term, form: string): boolean {
  return fits(term, form) || (term.kin !== undefined && isKin(term.kin, term.prefix, form))
}

type Fits = typeof fits

function occursAt(clause: Clause, words: readonly Word[], at: number, fit: Fits): boolean {
  return clause.every((term, offset) => words[at + offset]?.forms.some((form) => fit(term, form)) ?? false)
}

/** All places where the clause matches, word by word. */
function occurrences(clause: Clause, words: readonly Word[], fit: Fits): Range[] {
  return words.flatMap((_, at) =>
    occursAt(clause, words, at, fit) ? clause.map((term, offset) => place(term, words[at + offset]!)) : [],
  )
}

/** Finds the places where a text matches a query; undefined if it does not. Words that nearly fit count if none fits. */
export function match({ clauses }: Query, words: readonly Word[]): Match | undefined {
  const highlights: Highlight[] = []
  for (const [clause, terms] of clauses.entries()) {
    const exact = occurrences(terms, words, counts)
    const found = exact.length > 0 ? exact : occurrences(terms, words, nearlyFits)
    if (found.length === 0) return undefined
    highlights.push(...found.map((range) => ({ ...range, clause })))
  }
  return { highlights: highlights.sort((a, b) => a.start - b.start || a.end - b.end) }
}
