import { filterCovers, parseResourceKey } from '@waraq/protocol'
import type { SubscriptionRecord } from '../../store/records.ts'
import type { RunContext } from './context.ts'

/**
 * A feed that ends before what it told earlier counts as begun anew after so many runs that met it, over so many
 * milliseconds. A lagging replica has caught up by then. A service whose sequences began anew never would.
 */
export const wentBackForGood = { runs: 3, ms: 60 * 60 * 1000 } as const

function beganAnew({ wentBack }: SubscriptionRecord): boolean {
  if (wentBack === null || wentBack.runs < wentBackForGood.runs) return false
  return wentBack.latest - wentBack.first >= wentBackForGood.ms
}

/** Whether everything has to be fetched anew: the application asked for it, or the service's sequences began anew. */
export function needsResync(subscription: SubscriptionRecord): boolean {
  return subscription.resync || beganAnew(subscription)
}

/**
 * Whether to ask what changed since the token. Where the latest run found those changes too large to read, the next run
 * begins a bootstrap instead: a list of resources and their snapshots is smaller. The token stays until that list is
 * committed.
 */
export function asksForChanges({ token, lastRun }: SubscriptionRecord): boolean {
  return token !== null && lastRun?.errorCode !== 'feed_too_large'
}

/**
 * Forgets token and batch and makes each installed resource need a snapshot. Rows stay readable until they are replaced.
 * Where the application asked for it, no older state comes than what is here; where the sequences began anew, the bounds so
 * far say nothing. Returns the changed subscription.
 */
export async function beginResync(
  context: RunContext,
  subscription: SubscriptionRecord,
): Promise<SubscriptionRecord> {
  const { db, writer, filter, parsedFilter } = context
  const needsSnapshot = beganAnew(subscription) ? 'began_anew' : 'resync'
  const bounds = needsSnapshot === 'began_anew' ? { committedUpTo: null, wentBack: null } : {}
  return writer.write(['subscriptions', 'batchCursors', 'resources'], async () => {
    const anew: SubscriptionRecord = {
      ...subscription,
      ...bounds,
      token: null,
      shared: undefined,
      sequence: null,
      resync: false,
    }
    await db.subscriptions.put(anew)
    await db.batchCursors.delete(filter)
    await db.resources
      .filter(({ key }) => {
        const ref = parseResourceKey(key)
        return ref !== undefined && filterCovers(parsedFilter, ref)
      })
      .modify((resource) => {
        // A resource without rows has nothing that could go back in time.
        const change = resource.status === 'installed' ? { needsSnapshot } : { asOf: 0, base: 0 }
        Object.assign(resource, change)
      })
    return anew
  })
}
