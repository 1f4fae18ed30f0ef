import type { KeptIndex } from '../keeping/kept-index.ts'
import { readText, type TextRow } from '../library/text-rows.ts'
import { match } from '../query/match.ts'
import type { Query } from '../query/query.ts'
import { snippetOf } from '../query/snippet.ts'
import type { SearchHit } from '../search.ts'
import type { Candidate } from './candidates.ts'

/** Score of the verse that was asked for by its key. */
export const verseScore = 3

/** The hit of a row. A row without any of the words, such as a verse asked for by its key, shows its beginning. */
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
 * The hit of the row as the library has it now; undefined where the row is gone, or has changed and is no hit any more. The
 * index is told of such rows, because it is behind the library.
 */
export async function readHit(
  { from, recordKey, score, query }: Candidate,
  doubt: (index: KeptIndex) => void,
): Promise<SearchHit | undefined> {
  const row = await from.rows.row(recordKey)
  const indexed = from.index.digestOf(recordKey)
  if (row && row.digest === indexed) return hitOf(query, from, row, score)
  // Another search, or an update, has removed the row from the index meanwhile.
  if (indexed === undefined) return undefined
  if (row) from.put(row)
  else from.index.drop(recordKey)
  doubt(from)
  return row && match(query, readText(row).words) ? hitOf(query, from, row, score) : undefined
}
