import type { SearchHit } from 'waraq/search'
import { chapterOf, numberOf } from '../reading/verse-name.ts'

/** Hits that a sorted list needs at once. A search returns no more. */
export const mostSorted = 1000

/** Its chapters and verses in one number. Texts that belong to no verse come last. */
const placeOf = ({ verseKey }: SearchHit) =>
  verseKey === null ? Infinity : chapterOf(verseKey) * 1000 + numberOf(verseKey)

/** Sorts hits by chapter and verse. Hits of one verse stay in their order, the most relevant first. */
export function inQuranOrder(hits: readonly SearchHit[]): readonly SearchHit[] {
  const placed = hits.map((hit) => ({ hit, place: placeOf(hit) }))
  // Infinity minus itself is no number.
  return placed.sort((a, b) => (a.place === b.place ? 0 : a.place - b.place)).map(({ hit }) => hit)
}

/** Groups hits of the same verse that follow each other: the page shows its place and its Arabic text once. */
export function byVerse(hits: readonly SearchHit[]): readonly (readonly [SearchHit, ...SearchHit[]])[] {
  const groups: [SearchHit, ...SearchHit[]][] = []
  for (const hit of hits) {
    const group = groups.at(-1)
    if (group && hit.verseKey !== null && group[0].verseKey === hit.verseKey) group.push(hit)
    else groups.push([hit])
  }
  return groups
}
