import type { KeptIndex } from '../keeping/kept-index.ts'
import { readingsOf } from '../query/parse.ts'
import type { Query } from '../query/query.ts'
import type { SearchHit } from '../search.ts'
import { candidatesOf, ranked, type Candidate, type LookParts } from './candidates.ts'
import { hitOf, readHit, verseScore } from './hits.ts'

export interface Question {
  readonly text: string
  readonly limit: number
  readonly offset: number
}

interface Parts extends LookParts {
  readonly indexes: readonly KeptIndex[]
}

export interface Answer {
  readonly total: number
  readonly hits: readonly SearchHit[]
}

/** The verse that was asked for by its key, in each resource that has it. */
async function verseHits(query: Query, { indexes, turn }: Parts): Promise<SearchHit[]> {
  const { verse } = query
  await turn.take()
  if (!verse) return []
  const hits = await Promise.all(
    indexes.map(async (index) => {
      const row = await index.rows.verse(verse)
      return row && row.html !== '' ? hitOf(query, index, row, verseScore) : undefined
    }),
  )
  return hits.filter((hit) => hit !== undefined)
}

async function allCandidates(query: Query, parts: Parts): Promise<Candidate[]> {
  const candidates: Candidate[] = []
  for (const index of parts.indexes) candidates.push(...(await candidatesOf(query, index, parts)))
  return ranked(candidates)
}

/** The strictest reading of the text that has hits. */
async function chooseReading(text: string, parts: Parts): Promise<{ query: Query; candidates: Candidate[] }> {
  const [first, ...others] = readingsOf(text)
  let chosen = { query: first!, candidates: await allCandidates(first!, parts) }
  for (const query of others) {
    if (chosen.candidates.length > 0) break
    chosen = { query, candidates: await allCandidates(query, parts) }
  }
  return chosen
}

/** Whether both are the same row. */
function isSame({ from, recordKey }: Candidate, hit: SearchHit): boolean {
  return hit.recordKey === recordKey && hit.ref === from.ref
}

/** Reads candidates in batches until there are enough hits. Candidates that turn out to be no hits are no longer counted. */
export async function answer({ text, limit, offset }: Question, parts: Parts): Promise<Answer> {
  const { query, candidates } = await chooseReading(text, parts)
  const verses = await verseHits(query, parts)
  const others = candidates.filter((candidate) => !verses.some((hit) => isSame(candidate, hit)))
  const hits = verses.slice(offset, offset + limit)
  let lost = 0
  for (let at = Math.max(offset - verses.length, 0); hits.length < limit && at < others.length;) {
    await parts.turn.take()
    const next = others.slice(at, at + limit - hits.length)
    const read = await Promise.all(next.map((candidate) => readHit(query, candidate, parts.doubt)))
    const found = read.filter((hit) => hit !== undefined)
    hits.push(...found)
    lost += next.length - found.length
    at += next.length
  }
  return { total: verses.length + others.length - lost, hits }
}
