import { formsAfter } from '../model/reading-forms.ts'
import type { Pulled } from '../model/reported.ts'
import type { FeedRecord } from './database.ts'

/** Milliseconds (30 days) after which everything is read from the beginning again. */
const wholeMs = 30 * 24 * 3_600_000
/** Maximum milliseconds for which a replica of the service may be behind. */
const behindMs = 3_600_000
/** Maximum number of unreadable rows whose names are stored. */
const mostNamed = 1_000

/** Whether the next pull reads everything: the first one, and one every 30 days. */
export function isWholeDue(feed: FeedRecord | undefined, now: number): boolean {
  return !feed || Math.abs(now - feed.wholeAt) >= wholeMs
}

/** The time from which the next pull reads; 0 for everything. */
export function pullSince(feed: FeedRecord | undefined, now: number): number {
  // The head of a new account may be -1.
  return feed && !isWholeDue(feed, now) ? Math.max(0, feed.cursor) : 0
}

/** The record of the feed after a pull; undefined if it does not change. */
export function cursorAfter(
  feed: FeedRecord | undefined,
  { head, agrees, read, unreadable, reading }: Pulled,
  isWhole: boolean,
  now: number,
): FeedRecord | undefined {
  if (!agrees) return undefined
  const known = isWhole ? [] : (feed?.unreadable ?? []).filter((name) => !read.has(name))
  const names = [...new Set([...known, ...unreadable])].slice(0, mostNamed)
  const noted = {
    reading: formsAfter(feed?.reading, reading),
    ...(names.length > 0 && { unreadable: names }),
  }
  if (isWhole) return { key: 'feed', cursor: head, wholeAt: now, ...noted }
  // A replica may be behind, so wait for it. If the service was set back, it is read from its beginning after that.
  if (feed && head < feed.cursor)
    return { ...feed, wholeAt: Math.min(feed.wholeAt, now - wholeMs + behindMs) }
  return feed && { key: 'feed', cursor: head, wholeAt: feed.wholeAt, ...noted }
}
