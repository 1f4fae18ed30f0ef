import { fit } from '../inverted/inverted-index.ts'
import type { FoundRow } from '../inverted/resource-index.ts'
import { readText, type TextRow } from '../library/text-rows.ts'
import type { ManagedIndex } from '../indexing/managed-index.ts'
import { match } from '../query/match.ts'
import { needsText, termsOf, type Query } from '../query/query.ts'
import type { Turn } from './turn.ts'

/** A row that may be a hit. Its text is read before it is shown. */
export interface Candidate {
  readonly from: ManagedIndex
  readonly recordKey: string
  readonly score: number
  /** The reading of the typed text that found it. */
  readonly query: Query
}

/** Dependencies of the search for candidates, supplied by the caller. */
export interface CandidateDependencies {
  readonly turn: Turn
  /** Called when a row differs from its indexed version. */
  readonly doubt: (index: ManagedIndex) => void
}

/** Up to this many rows are read one by one. For more, reading all rows of the resource is faster. */
const fewRows = 50

/**
 * Returns a score between 1 and 2 if the row has all words, or below 1 if some are only similar. Rows with the exact words rank
 * above rows with kin of them. For an Arabic query, the verses themselves rank above all other texts.
 */
function scoreOf({ score, fit: how }: FoundRow, isFirst: boolean): number {
  const share = score / (1 + score)
  if (how === fit.similar) return share
  return 1 + (isFirst ? 0.5 : 0) + (how === fit.exact ? 0.25 : 0) + share / 4
}

/**
 * Keeps the rows in which the words of each phrase follow each other. The index does not store the order of
 * words, so this reads the texts.
 */
async function inOrder(
  query: Query,
  found: readonly FoundRow[],
  from: ManagedIndex,
  { turn, doubt }: CandidateDependencies,
): Promise<FoundRow[]> {
  const asked = new Set(found.map(({ recordKey }) => recordKey))
  const fitting = new Set<string>()
  const examine = async (rows: readonly (TextRow | undefined)[]) => {
    for (const row of rows) {
      await turn.take()
      if (!row || !asked.has(row.recordKey)) continue
      if (row.digest !== from.index.digestOf(row.recordKey)) doubt(from)
      if (match(query, readText(row).words)) fitting.add(row.recordKey)
    }
  }
  if (found.length <= fewRows) await examine(await Promise.all([...asked].map((key) => from.rows.row(key))))
  else for await (const rows of from.rows.pieces()) await examine(rows)
  return found.filter(({ recordKey }) => fitting.has(recordKey))
}

/** All rows of one index that match the query, in no particular order. */
export async function candidatesOf(
  query: Query,
  from: ManagedIndex,
  parts: CandidateDependencies,
): Promise<Candidate[]> {
  await parts.turn.take()
  const found = from.index.find(termsOf(query))
  const fitting = needsText(query) && found.length > 0 ? await inOrder(query, found, from, parts) : found
  const isFirst = query.isArabic && from.recordType === 'verse'
  return fitting.map((row) => ({ from, recordKey: row.recordKey, score: scoreOf(row, isFirst), query }))
}

/** Sorts candidates, best first. Candidates of equal score stay in the order of resources and rows. */
export function ranked(candidates: readonly Candidate[]): Candidate[] {
  return [...candidates].sort((a, b) => b.score - a.score)
}
