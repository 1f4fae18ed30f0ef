import type { Route } from '../routes/route.ts'
import { scrollMemory } from '../shell/scroll-memory.ts'
import type { VersePlace } from './verse-at-top.ts'

/** The verse that a text starts with. */
export interface Start {
  readonly verseKey: string | null
  /** Where the reader left the verse. Without it, the verse is at the top. */
  readonly place?: VersePlace
}

/** The verse that an address names. */
export function verseOf(route: Route): string | null {
  if (route.page === 'juz') return route.verse ?? null
  return route.page === 'chapter' && route.verse !== null ? `${route.chapter}:${route.verse}` : null
}

/** Where the reader left this entry of the history. For a new entry, the verse of its address. */
export function startOf(route: Route): Start {
  const left = scrollMemory.left()?.verse
  return left ? { verseKey: left.key, place: left.place } : { verseKey: verseOf(route) }
}
