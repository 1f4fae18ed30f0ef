import type { Query } from '../query/query.ts'
import type { SearchHit } from '../search.ts'
import type { Parts } from './answer.ts'
import { hitOf, verseScore } from './hits.ts'

/** The verses that were asked for by a place, in each resource that has them; a text that several share once. */
export async function verseHits(query: Query, { indexes, turn }: Parts): Promise<SearchHit[]> {
  const hits = new Map<string, SearchHit>()
  await turn.take()
  for (const verse of query.verses) {
    const rows = await Promise.all(indexes.map((index) => index.rows.verse(verse)))
    for (const [at, row] of rows.entries()) {
      const key = JSON.stringify([at, row?.recordKey])
      if (row && row.html !== '' && !hits.has(key)) hits.set(key, hitOf(query, indexes[at]!, row, verseScore))
    }
  }
  return [...hits.values()]
}
