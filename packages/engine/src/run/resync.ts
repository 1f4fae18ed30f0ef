import { filterCovers, parseResourceKey } from '@waraq/contract'
import type { SubscriptionRecord } from '../store/records.ts'
import type { RunContext } from './context.ts'

/**
 * When a feed that ends before what it has told already is believed: not before so many runs met it over so long a time.
 * A replica has caught up by then; a service whose sequences began anew has not, and would otherwise be waited for for ever.
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
 * Whether to ask what changed since the token. Not where the latest run found those changes too large to be read, which they
 * would be again: a list of resources and their snapshots is smaller. The token stays until that list is committed.
 */
export function asksForChanges({ token, lastRun }: SubscriptionRecord): boolean {
  return token !== null && lastRun?.errorCode !== 'feed_too_large'
}

/**
 * Forgets token and page set and makes each installed resource owe a snapshot; rows stay readable until they are
 * replaced. Returns what became of the subscription.
 */
export async function beginResync(
  context: RunContext,
  subscription: SubscriptionRecord,
): Promise<SubscriptionRecord> {
  const { db, writer, filter, parsedFilter } = context
  return writer.write(['subscriptions', 'journals', 'resources'], async () => {
    const anew: SubscriptionRecord = {
      ...subscription,
      token: null,
      sequence: null,
      committedBound: null,
      wentBack: null,
      resync: false,
    }
    await db.subscriptions.put(anew)
    await db.journals.delete(filter)
    await db.resources
      .filter(({ key }) => {
        const ref = parseResourceKey(key)
        return ref !== undefined && filterCovers(parsedFilter, ref)
      })
      .modify((resource) => {
        // What is not here has nothing to be kept from going back.
        const change = resource.status === 'installed' ? { owes: 'resync' } : { asOf: 0, base: 0 }
        Object.assign(resource, change)
      })
    return anew
  })
}
