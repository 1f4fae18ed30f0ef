import type { ManagedIndex } from '../indexing/managed-index.ts'
import { readText, type TextRow } from '../library/text-rows.ts'
import { match } from '../query/match.ts'
import type { Query } from '../query/query.ts'
import { snippetOf } from '../query/snippet.ts'
import type { SearchHit } from '../search.ts'
import type { Candidate } from './candidates.ts'

/** Score of a verse that was requested by its key. */
export const verseScore = 3

/** The hit of a row. If the row has none of the words, as with a verse requested by its key, the snippet shows its start. */
export function hitOf(query: Query, from: ManagedIndex, row: TextRow, score: number): SearchHit {
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
 * Returns the hit of the row's current version in the library. Undefined if the row was removed, or changed and no longer
 * matches. Updates the index with such rows, because it is behind the library.
 */
export async function readHit(
  { from, recordKey, score, query }: Candidate,
  doubt: (index: ManagedIndex) => void,
): Promise<SearchHit | undefined> {
  const row = await from.rows.row(recordKey)
  const indexed = from.index.digestOf(recordKey)
  if (row && row.digest === indexed) return hitOf(query, from, row, score)
  // Another search or an update has meanwhile removed the row from the index.
  if (indexed === undefined) return undefined
  if (row) from.put(row)
  else from.index.drop(recordKey)
  doubt(from)
  return row && match(query, readText(row).words) ? hitOf(query, from, row, score) : undefined
}
