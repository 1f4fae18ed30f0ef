import type { ResourceKey } from '@waraq/protocol'
import { confirmedAt, isStale } from './freshness.ts'
import { garbageOf } from './garbage.ts'
import type { ResourceRecord, SubscriptionRecord } from './records.ts'
import { countCommit, type Writer } from './writer.ts'

function staleOf(
  resources: readonly ResourceRecord[],
  subscriptions: readonly SubscriptionRecord[],
  now: number,
  limit: number,
): ResourceRecord[] {
  return resources.filter(
    ({ key, status }) =>
      status === 'installed' && isStale(confirmedAt(key, subscriptions), now, subscriptions, limit),
  )
}

/** Deletes stale content, if the application chose that. The next sync that can fetch it again does so. */
export async function removeStale(writer: Writer, now: number, limit: number): Promise<ResourceKey[]> {
  const { db } = writer
  const known = await writer.known()
  if (staleOf(known.resources, known.subscriptions, now, limit).length === 0) return []
  return writer.write(['resources', 'subscriptions', 'garbage'], async () => {
    const subscriptions = await db.subscriptions.toArray()
    const stale = staleOf(await db.resources.toArray(), subscriptions, now, limit)
    for (const resource of stale) {
      await db.garbage.bulkAdd(garbageOf(resource.manifests, []))
      await db.resources.put({
        ...resource,
        status: 'unavailable',
        reason: 'stale',
        manifests: [],
        needsSnapshot: 'resync',
      })
    }
    if (stale.length > 0) await countCommit(db)
    return stale.map(({ key }) => key)
  })
}
