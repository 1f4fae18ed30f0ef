import { canonicalFilter } from '@waraq/contract'
import type { SiteStorage } from '../platform/browser-parts.ts'

/**
 * A mark outside of IndexedDB: when the library was last current, and with which filters. A browser that is short of space
 * empties a database without a word, and an empty one looks like a first visit; the mark tells them apart. It holds no
 * tokens and nothing about the visitor.
 *
 * Browsers differ in whether they clear `localStorage` along with a database. Where they do, the mark is gone too and the
 * library counts as new: nothing is told then that is not so.
 */
export interface EvictionMark {
  /** When a run last became current, in milliseconds since the epoch. */
  readonly currentAt: number
  /** Canonical; all that was subscribed to. */
  readonly filters: readonly string[]
  /** How many commits the database counted; it never counts back, and one made anew begins at 0. */
  readonly commits: number
}

/** `unreadable`: there is no place for marks, it refuses, or a newer version wrote a mark that is not for us to change. */
export type ReadMark = EvictionMark | null | 'unreadable'

/** Raised whenever the meaning of the mark changes. */
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

/** What was stored under our name. Anybody may have written there: what is no mark counts as none. */
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

/** Null takes the mark away. False where that did not work: private windows, a full `localStorage`. */
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

/** What the database has, as the engine's status tells it. */
export interface DatabaseContent {
  readonly commits: number
  readonly subscriptions: readonly { readonly currentAt: number | null }[]
}

/** `evicted` comes with the filters that there were, so that somebody can subscribe to them again. */
export type Verdict =
  | { readonly is: 'new' | 'kept' | 'unknown' }
  | { readonly is: 'evicted'; readonly filters: readonly string[] }

/**
 * Whether the database is the one that the mark is about. Subscriptions alone prove nothing, because an application may
 * make its own before anybody looks: only one that was current once does. Where there is none, a database that has counted
 * as many commits as the mark says is the same one still, and the application dropped what it had; to bring that back
 * would be wrong. To be asked of the first status after opening: what is empty later is so because it was dropped.
 */
export function judge(mark: ReadMark, { commits, subscriptions }: DatabaseContent): Verdict {
  if (mark === 'unreadable') return { is: 'unknown' }
  if (subscriptions.some(({ currentAt }) => currentAt !== null)) return { is: 'kept' }
  if (!mark) return { is: 'new' }
  // A library may have become current without a commit: one that lists nothing. Then there is nothing to count by.
  const same = mark.commits > 0 && commits >= mark.commits
  return same ? { is: 'kept' } : { is: 'evicted', filters: mark.filters }
}
