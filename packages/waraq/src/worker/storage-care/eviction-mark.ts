import { canonicalFilter } from '@waraq/protocol'
import type { SiteStorage } from '../../platform/storage/browser-parts.ts'

/**
 * A mark outside of IndexedDB: when the library was last current, and with which filters. A browser that is short of space
 * clears a database without notice, and an empty database looks like a first visit. The mark distinguishes the two. It
 * contains no tokens and nothing about the visitor.
 *
 * Some browsers clear `localStorage` along with a database. Then the mark is gone too and the library counts as new.
 */
export interface EvictionMark {
  /** When a run last became current, in milliseconds since the epoch. */
  readonly currentAt: number
  /** All filters that were subscribed to, canonical. */
  readonly filters: readonly string[]
  /** The database's count of commits. The count never falls; a newly created database starts at 0. */
  readonly commits: number
}

/** `unreadable`: there is no storage for marks, it refuses, or a newer version wrote a mark that this one must not change. */
export type ReadMark = EvictionMark | null | 'unreadable'

/** Raise it whenever the meaning of the mark changes. */
const markFormat = 1

function markKey(name: string): string {
  return `waraq:${name}:current`
}

function isCanonical(filter: unknown): filter is string {
  try {
    return typeof filter === 'string' && canonicalFilter(filter) === filter
  } catch {
    return false
  }
}

/** Parses the stored mark. Other scripts may have written there: any other value counts as no mark. */
function parseMark(text: string): ReadMark {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null) return null
  const { format, currentAt, filters, commits } = value as Readonly<Record<string, unknown>>
  if (typeof format === 'number' && format > markFormat) return 'unreadable'
  if (typeof currentAt !== 'number' || !Number.isFinite(currentAt) || !Array.isArray(filters)) return null
  const known = [...new Set(filters.filter(isCanonical))]
  return known.length > 0
    ? { currentAt, filters: known, commits: typeof commits === 'number' && commits > 0 ? commits : 0 }
    : null
}

export function readMark(marks: SiteStorage | null, name: string): ReadMark {
  try {
    if (!marks) return 'unreadable'
    const text = marks.getItem(markKey(name))
    return text === null ? null : parseMark(text)
  } catch {
    return 'unreadable'
  }
}

/** Writes the mark; null removes it. Returns false if that failed: private windows, a full `localStorage`. */
export function writeMark(marks: SiteStorage | null, name: string, mark: EvictionMark | null): boolean {
  try {
    if (!marks) return false
    if (mark === null) marks.removeItem(markKey(name))
    else marks.setItem(markKey(name), JSON.stringify({ format: markFormat, ...mark }))
    return true
  } catch {
    return false
  }
}

/** Content of the database, by the engine's status. */
export interface DatabaseContent {
  readonly commits: number
  readonly subscriptions: readonly { readonly currentAt: number | null }[]
}

/** `evicted` comes with the filters of the cleared library, so that the caller can subscribe to them again. */
export type Verdict =
  | { readonly is: 'new' | 'kept' | 'unknown' }
  | { readonly is: 'evicted'; readonly filters: readonly string[] }

/**
 * Decides whether the database is still the one that the mark describes. A subscription that was current proves it. Other
 * subscriptions prove nothing, because an application may subscribe before the first status. Without a current subscription,
 * a database with at least as many commits as the mark is the same one: the application dropped its content, which must not
 * come back. Call this with the first status after opening: content that disappears later was dropped by the application.
 */
export function judge(mark: ReadMark, { commits, subscriptions }: DatabaseContent): Verdict {
  if (mark === 'unreadable') return { is: 'unknown' }
  if (subscriptions.some(({ currentAt }) => currentAt !== null)) return { is: 'kept' }
  if (!mark) return { is: 'new' }
  // A library that lists nothing becomes current without a commit; 0 commits in the mark prove nothing.
  const same = mark.commits > 0 && commits >= mark.commits
  return same ? { is: 'kept' } : { is: 'evicted', filters: mark.filters }
}
