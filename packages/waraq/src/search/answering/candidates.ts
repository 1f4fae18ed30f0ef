import { fit } from '../inverted/inverted-index.ts'
import type { FoundRow } from '../inverted/resource-index.ts'
import { readText, type TextRow } from '../library/text-rows.ts'
import type { KeptIndex } from '../keeping/kept-index.ts'
import { match } from '../query/match.ts'
import { needsText, termsOf, type Query } from '../query/query.ts'
import type { Turn } from './turn.ts'

/** A row that may be a hit; its text is read before it is shown. */
export interface Candidate {
  readonly from: KeptIndex
  readonly recordKey: string
  readonly score: number
  /** The reading of the typed text that found it. */
  readonly query: Query
}

/** What the search for candidates needs from its caller. */
export interface LookParts {
  readonly turn: Turn
  /** Called when a row is not as it was indexed. */
  readonly doubt: (index: KeptIndex) => void
}

/** Up to so many rows are read one by one; for more it is quicker to read all rows of the resource. */
const fewRows = 50

/**
 * Between 1 and 2 if all words are there, below 1 if some are only similar. Rows with the words as they are come before rows with
 * kin of them, and of an Arabic query the verses themselves before all other texts.
 */
function scoreOf({ score, fit: how }: FoundRow, isFirst: boolean): number {
  const share = score / (1 + score)
  if (how === fit.similar) return share
  return 1 + (isFirst ? 0.5 : 0) + (how === fit.exact ? 0.25 : 0) + share / 4
}

/** Keeps the rows in which the words of each phrase follow each other. The index does not tell, so the texts are read. */
async function inOrder(
  query: Query,
  found: readonly FoundRow[],
  from: KeptIndex,
  { turn, doubt }: LookParts,
): Promise<FoundRow[]> {
  const asked = new Set(found.map(({ recordKey }) => recordKey))
  const fitting = new Set<string>()
  const look = async (rows: readonly (TextRow | undefined)[]) => {
    for (const row of rows) {
      await turn.take()
      if (!row || !asked.has(row.recordKey)) continue
      if (row.digest !== from.index.digestOf(row.recordKey)) doubt(from)
      if (match(query, readText(row).words)) fitting.add(row.recordKey)
    }
  }
  if (found.length <= fewRows) await look(await Promise.all([...asked].map((key) => from.rows.row(key))))
  else for await (const rows of from.rows.pieces()) await look(rows)
  return found.filter(({ recordKey }) => fitting.has(recordKey))
}

/** All rows of one index that fulfil the query, in no order. */
export async function candidatesOf(query: Query, from: KeptIndex, parts: LookParts): Promise<Candidate[]> {
  await parts.turn.take()
  const found = from.index.find(termsOf(query))
  const fitting = needsText(query) && found.length > 0 ? await inOrder(query, found, from, parts) : found
  const isFirst = query.isArabic && from.recordType === 'verse'
  return fitting.map((row) => ({ from, recordKey: row.recordKey, score: scoreOf(row, isFirst), query }))
}

/** Best first; candidates of equal score stay in the order of resources and rows. */
export function ranked(candidates: readonly Candidate[]): Candidate[] {
  return [...candidates].sort((a, b) => b.score - a.score)
}
