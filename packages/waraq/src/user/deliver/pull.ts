import type { Clock } from '../../client/clock.ts'
import type { Outbox } from '../store/outbox.ts'
import { pullSince } from '../store/feed-cursor.ts'
import { storePull } from '../store/pulls.ts'
import type { Feed } from '../transports/transport.ts'

/**
 * Reads what the feed reports since the last pull, and stores it. If something is missing for the first time, it pulls once
 * more.
 */
export async function pullFeed(
  { outbox, feed, clock }: { readonly outbox: Outbox; readonly feed: Feed; readonly clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const since = pullSince(await outbox.db.feed(), clock.now())
  for (let looks = 0; looks < 2; looks++) {
    const pulled = await feed.pull(since, { signal })
    if (!(await storePull(outbox, pulled, since, (entity) => feed.covers(entity), clock.now()))) return
  }
}
