import type { KeptIndex } from '../keeping/kept-index.ts'
import { readText, type TextRow } from '../library/text-rows.ts'
import { match } from '../query/match.ts'
import type { Query } from '../query/query.ts'
import { snippetOf } from '../query/snippet.ts'
import type { SearchHit } from '../search.ts'
import type { Candidate } from './candidates.ts'

/** Score of the verse that was asked for by its key. */
export const verseScore = 3

/** A row as it is shown. One without any of the words, as the verse asked for by its key, shows how it begins. */
export function hitOf(query: Query, from: KeptIndex, row: TextRow, score: number): SearchHit {
  const { text, words } = readText(row)
  return {
    ref: from.ref,
    recordType: from.recordType,
    recordKey: row.recordKey,
    verseKey: row.verseKey,
    score,
    snippet: snippetOf(text, words, match(query, words)?.highlights ?? []),
  }
}

/**
 * The row as it is in the library now. Undefined where it is not there any more, or changed and is no hit any more; then
 * the index is behind, and is told so.
 */
export async function readHit(
  query: Query,
  { from, recordKey, score }: Candidate,
  doubt: (index: KeptIndex) => void,
): Promise<SearchHit | undefined> {
  const row = await from.rows.row(recordKey)
  const indexed = from.index.digestOf(recordKey)
  if (row && row.digest === indexed) return hitOf(query, from, row, score)
  // Another search, or an update, was quicker.
  if (indexed === undefined) return undefined
  if (row) from.put(row)
  else from.index.drop(recordKey)
  doubt(from)
  return row && match(query, readText(row).words) ? hitOf(query, from, row, score) : undefined
}
