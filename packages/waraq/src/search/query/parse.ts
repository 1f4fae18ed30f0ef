import { parseVerses } from '../../quran/places/verse-numbers.ts'
import { quotes } from '../text/letters.ts'
import { isArabic } from '../text/scripts/arabic.ts'
import { runsOf, wordsOf, type Run } from '../text/words.ts'
import { kinOf } from './kin.ts'
import type { Clause, Query, Term } from './query.ts'
import { spellingsOf } from './compounds.ts'
import { asTyped, splitBySegmenter, type SplitRun } from './split-run.ts'
import { withBlanks } from './splits.ts'
import { versesTyped } from './verses-typed.ts'

/** More characters than a reader types. The rest of a longer pasted text is ignored. */
const mostCharacters = 4_096
const mostClauses = 32
const mostTerms = 64

type Terms = readonly Term[]

/** Number of letters of a word that may be wrong. Short words, numbers and pairs of letters have too many similar words. */
function editsOf(text: string): number {
  if (!/^[\p{L}\p{M}]+$/u.test(text)) return 0
  const { length } = [...text]
  return length < 5 ? 0 : length < 9 ? 1 : 2
}

function exactly(text: string): Term {
  return { text, prefix: false, edits: 0 }
}

/** The pairs of letters of a word in a script without spaces. For a single letter, all pairs that start with it. */
function pairsOf(text: string): Terms {
  const terms = wordsOf(text).map(({ forms }) => exactly(forms[0]))
  return terms.length > 1 ? terms.slice(0, -1) : openEnded(terms)
}

function spacedClauses({ text }: Run): Terms[] {
  return wordsOf(text).map(({ forms: [form] }) => [
    { text: form, prefix: false, edits: editsOf(form), kin: kinOf(form) },
  ])
}

function looseClauses(text: string, split: SplitRun): Terms[] {
  return [...runsOf(text)].flatMap((run) =>
    run.unspaced ? split(run.text).map((word) => pairsOf(word)) : spacedClauses(run),
  )
}

/** The words of a text in quotation marks: exact, and in this order. */
function phrase(text: string): Terms {
  const found = [...runsOf(text)]
  return found.flatMap((run, index) =>
    run.unspaced && index === found.length - 1
      ? pairsOf(run.text)
      : wordsOf(run.text).map(({ forms }) => exactly(forms[0])),
  )
}

/** Lets the last word be the start of a word, because the reader may still be typing it. */
function openEnded(terms: Terms): Terms {
  return terms.map((term, index) => (index === terms.length - 1 ? { ...term, prefix: true } : term))
}

/** Drops repeated clauses, which add no condition, and those beyond the limit. */
function bounded(clauses: readonly Terms[]): Clause[] {
  const kept = new Map<string, Clause>()
  let room = mostTerms
  for (const clause of clauses) {
    const [first, ...rest] = clause.slice(0, room)
    if (!first) continue
    if (kept.size === mostClauses) break
    kept.set(JSON.stringify([first, ...rest]), [first, ...rest])
    room -= clause.length
  }
  return [...kept.values()]
}

/** Text outside and inside of quotation marks alternates. The last mark may still be missing. */
function clausesOf(text: string, split: SplitRun): Terms[] {
  const parts = text.split(quotes)
  const clauses = parts.flatMap((part, index) =>
    index % 2 === 0 ? looseClauses(part, split) : [phrase(part)],
  )
  const filled = clauses.filter((clause) => clause.length > 0)
  const last = filled.at(-1)
  const closed = parts.length > 1 && parts.length % 2 === 1 && wordsOf(parts.at(-1)!).length === 0
  return last && !closed ? [...filled.slice(0, -1), openEnded(last)] : filled
}

/** Parses the query that a reader typed. */
export function parseQuery(typed: string, split: SplitRun = asTyped): Query {
  const text = typed.slice(0, mostCharacters)
  const verses = versesTyped(text)
  // The numbers of a verse are also searched, as a phrase, in texts that refer to it.
  return {
    clauses: bounded(parseVerses(text) ? [phrase(text)] : clausesOf(text, split)),
    verses,
    isArabic: isArabic(text),
  }
}

const withoutBlanks = (text: string) => text.replace(/[\s\u200c]/g, '')

/**
 * Possible interpretations of a text, the strictest first. The next one counts only if the one before has no hits. In a script without
 * spaces, word boundaries are unknown: the text must occur as typed, or, failing that, each of its words. Text that may be one
 * word or several is searched as one, then as several, then without single letters, then with a missing blank added.
 */
export function interpretationsOf(text: string, split: SplitRun = splitBySegmenter()): Query[] {
  const typed = text.slice(0, mostCharacters)
  // Places are parsed from the typed text, before its letters are changed.
  const verses = versesTyped(typed)
  const found = new Map<string, Query>()
  const areBlanksFree = /[\u0621-\u06d3]/.test(typed) && !isArabic(typed)
  const letters = withoutBlanks(typed)
  for (const spelling of spellingsOf(typed)) {
    const isAlso = areBlanksFree && withoutBlanks(spelling) === letters
    for (const query of [parseQuery(spelling), parseQuery(spelling, split)]) {
      const key = JSON.stringify(query.clauses)
      if (!found.has(key)) found.set(key, { ...query, verses, isAlso })
    }
  }
  for (const clauses of withBlanks(typed, parseQuery(typed).clauses))
    found.set(JSON.stringify(clauses), { clauses, verses, isArabic: isArabic(typed), isAlso: areBlanksFree })
  return [...found.values()]
}
