import type { ManagedIndex } from '../indexing/managed-index.ts'
import { interpretationsOf } from '../query/parse.ts'
import type { Query } from '../query/query.ts'
import type { SearchHit } from '../search.ts'
import { candidatesOf, ranked, type Candidate, type CandidateDependencies } from './candidates.ts'
import { readHit, hitOf, verseScore } from './hits.ts'

export interface Question {
  readonly text: string
  readonly limit: number
  readonly offset: number
}

export interface Parts extends CandidateDependencies {
  readonly indexes: readonly ManagedIndex[]
}

export interface Answer {
  readonly total: number
  readonly hits: readonly SearchHit[]
}

async function allCandidates(query: Query, parts: Parts): Promise<Candidate[]> {
  const candidates: Candidate[] = []
  for (const index of parts.indexes) candidates.push(...(await candidatesOf(query, index, parts)))
  return ranked(candidates)
}

/**
 * Returns the rows of the strictest reading of the text for which some row has all words. Adds rows of readings that differ
 * only in blanks, if these count. If no row has all words, returns the rows of the first reading that finds similar words.
 */
async function candidatesFor(interpretations: readonly Query[], parts: Parts): Promise<readonly Candidate[]> {
  let similar: readonly Candidate[] = []
  let found: Candidate[] | undefined
  for (const query of interpretations) {
    if (found && !query.isAlso) continue
    const candidates = await allCandidates(query, parts)
    if (!hasAllWords(candidates)) {
      if (similar.length === 0) similar = candidates
    } else if (!found) found = candidates
    else found = ranked(unique([...found.filter(isWhole), ...candidates.filter(isWhole), ...found]))
  }
  return found ?? similar
}

const isWhole = ({ score }: Candidate) => score >= 1

/** Removes repeated rows and keeps the first of each. */
function unique(candidates: readonly Candidate[]): Candidate[] {
  const rows = new Map<string, Candidate>()
  for (const each of candidates) {
    const row = `${each.from.key}\n${each.recordKey}`
    if (!rows.has(row)) rows.set(row, each)
  }
  return [...rows.values()]
}

const hasAllWords = ([best]: readonly Candidate[]) => best !== undefined && isWhole(best)

/** Whether both are the same row. */
function isSame({ from, recordKey }: Candidate, hit: SearchHit): boolean {
  return hit.recordKey === recordKey && hit.ref === from.ref
}

/**
 * Reads candidates in batches until there are enough hits. Candidates that are not hits after all are subtracted from the total.
 */
export async function answer({ text, limit, offset }: Question, parts: Parts): Promise<Answer> {
  const interpretations = interpretationsOf(text)
  const candidates = await candidatesFor(interpretations, parts)
  const verses = await verseHits(candidates[0]?.query ?? interpretations[0]!, parts)
  const others = candidates.filter((candidate) => !verses.some((hit) => isSame(candidate, hit)))
  const hits = verses.slice(offset, offset + limit)
  let lost = 0
  for (let at = Math.max(offset - verses.length, 0); hits.length < limit && at < others.length;) {
    await parts.turn.take()
    const next = others.slice(at, at + limit - hits.length)
    const read = await Promise.all(next.map((candidate) => readHit(candidate, parts.doubt)))
    const found = read.filter((hit) => hit !== undefined)
    hits.push(...found)
    lost += next.length - found.length
    at += next.length
  }
  return { total: verses.length + others.length - lost, hits }
}

/** Reads the verses that were typed as a place, in each resource that has them. A text that several verses share appears once. */
async function verseHits(query: Query, { indexes, turn }: Parts): Promise<SearchHit[]> {
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
