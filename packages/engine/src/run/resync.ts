import { filterCovers, parseResourceKey } from '@waraq/contract'
import type { SubscriptionRecord } from '../store/records.ts'
import type { RunContext } from './context.ts'
import { subscriptionChanged } from './paging.ts'

/**
 * Reads the subscription. Where the application asked for a resync, first forgets its token and page set and makes each of
 * its installed resources owe a snapshot; their rows stay readable until they are replaced.
 */
export async function beginResync(context: RunContext): Promise<SubscriptionRecord> {
  const { db, writer, filter, parsedFilter } = context
  const subscription = await db.subscriptions.get(filter)
  if (!subscription) throw subscriptionChanged(filter)
  if (!subscription.resync) return subscription
  return writer.write(['subscriptions', 'journals', 'resources'], async () => {
    const asked = { ...subscription, token: null, resync: false }
    await db.subscriptions.put(asked)
    await db.journals.delete(filter)
    await db.resources
      .filter(({ key, status }) => {
        const ref = parseResourceKey(key)
        return status === 'installed' && ref !== undefined && filterCovers(parsedFilter, ref)
      })
      .modify({ owes: 'resync' })
    return asked
  })
}
