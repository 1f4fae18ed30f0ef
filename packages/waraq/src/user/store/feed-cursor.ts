import { formsAfter } from '../model/reading-forms.ts'
import type { Pulled } from '../model/told.ts'
import type { FeedRecord } from './database.ts'

/** A month, after which everything is read from the beginning again, in milliseconds. */
const wholeMs = 30 * 24 * 3_600_000
/** So long a replica of the service may be behind. */
const behindMs = 3_600_000
/** So many rows that could not be read are noted by their names. */
const mostNamed = 1_000

/** Whether the next pull reads everything: the first one, and one in a month. */
export function isWholeDue(feed: FeedRecord | undefined, now: number): boolean {
  return !feed || Math.abs(now - feed.wholeAt) >= wholeMs
}

/** From where the next pull reads: 0 for everything. */
export function pullSince(feed: FeedRecord | undefined, now: number): number {
  // The head of an account that is new may be -1.
  return feed && !isWholeDue(feed, now) ? Math.max(0, feed.cursor) : 0
}

/** How far the feed has been read after a pull; undefined where it stays. */
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
  // A replica that is behind is waited for. A service that has gone back is read from its beginning then.
  if (feed && head < feed.cursor)
    return { ...feed, wholeAt: Math.min(feed.wholeAt, now - wholeMs + behindMs) }
  return feed && { key: 'feed', cursor: head, wholeAt: feed.wholeAt, ...noted }
}
