import { filterCovers, parseResourceKey } from '@waraq/protocol'
import type { SubscriptionRecord } from '../../store/records.ts'
import type { RunContext } from './context.ts'

/**
 * After so many runs that met a feed which ends before changes that it sent earlier, over so many milliseconds, the service's
 * sequences count as restarted. A lagging replica catches up within that time; a service with restarted sequences never
 * would.
 */
export const wentBackForGood = { runs: 3, ms: 60 * 60 * 1000 } as const

function hasRestarted({ wentBack }: SubscriptionRecord): boolean {
  if (wentBack === null || wentBack.runs < wentBackForGood.runs) return false
  return wentBack.latest - wentBack.first >= wentBackForGood.ms
}

/** Returns whether everything has to be fetched again: the application requested it, or the service's sequences started again. */
export function needsResync(subscription: SubscriptionRecord): boolean {
  return subscription.resync || hasRestarted(subscription)
}

/**
 * Returns whether to request the changes since the token. If the latest run found those changes too large to read, the next
 * run starts a bootstrap instead, because a list of resources and their snapshots is smaller. The token stays until that list
 * is committed.
 */
export function asksForChanges({ token, lastRun }: SubscriptionRecord): boolean {
  return token !== null && lastRun?.errorCode !== 'feed_too_large'
}

/**
 * Forgets the token and the batch, and marks each installed resource as needing a snapshot. Rows stay readable until they are
 * replaced. If the application requested the resync, no older state than the local one is accepted. If the sequences started
 * again, the committed sequence is dropped, because it has no meaning any more. Returns the changed subscription.
 */
export async function beginResync(
  context: RunContext,
  subscription: SubscriptionRecord,
): Promise<SubscriptionRecord> {
  const { db, writer, filter, parsedFilter } = context
  const needsSnapshot = hasRestarted(subscription) ? 'restarted' : 'resync'
  const bounds = needsSnapshot === 'restarted' ? { committedUpTo: null, wentBack: null } : {}
  return writer.write(['subscriptions', 'batchCursors', 'resources'], async () => {
    const restarted: SubscriptionRecord = {
      ...subscription,
      ...bounds,
      token: null,
      shared: undefined,
      sequence: null,
      resync: false,
    }
    await db.subscriptions.put(restarted)
    await db.batchCursors.delete(filter)
    const covered = db.resources.filter(({ key }) => {
      const ref = parseResourceKey(key)
      return ref !== undefined && filterCovers(parsedFilter, ref)
    })
    await db.resources.bulkPut(
      (await covered.toArray()).map((resource) =>
        // A resource without rows has no state that an older one could replace.
        resource.status === 'installed' ? { ...resource, needsSnapshot } : { ...resource, asOf: 0, base: 0 },
      ),
    )
    return restarted
  })
}
