import type { Route } from '../routes/route.ts'
import { scrollMemory } from '../shell/scroll-memory.ts'

/** The verse that a text begins with. */
export interface Start {
  readonly verseKey: string | null
  /** Where the reader left it, in pixels from the window's top; without, it stands at the top. */
  readonly top?: number | undefined
}

/** The verse that an address names. */
export function verseOf(route: Route): string | null {
  if (route.page === 'juz') return route.verse ?? null
  return route.page === 'chapter' && route.verse !== null ? `${route.chapter}:${route.verse}` : null
}

/** Where the reader left this entry of the history; of a new one, the verse of its address. */
export function startOf(route: Route): Start {
  const left = scrollMemory.left()?.verse
  return left ? { verseKey: left.key, top: left.top } : { verseKey: verseOf(route) }
}
