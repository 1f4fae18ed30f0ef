import { isWaraqError, type ResourceKey, type ResourceRef } from '@waraq/protocol'
import { readSubscriptions } from '../../store/bookkeeping.ts'
import type { SubscriptionRecord } from '../../store/records.ts'
import type { Writer } from '../../store/writer.ts'
import { listPages, readList, type ListClient } from './bootstrap-list.ts'
import type { RunContext } from './context.ts'
import { isRefused, sharingLimits, takingTokens, type OfferedToken } from './sharing.ts'

/** Pages of a list that are read at most. */
const mostPages = 100

/** The token at the end of a bootstrap's list. Null where its pages contradict each other, or have no end. */
export async function askForToken(
  client: ListClient,
  filter: string,
  signal: AbortSignal,
): Promise<OfferedToken | null> {
  const listed = new Map<ResourceKey, ResourceRef>()
  let upTo: number | undefined
  for await (const page of listPages(client, filter, mostPages, signal)) {
    upTo ??= page.sync_until_sequence
    if (page.sync_until_sequence !== upTo) return null
    readList(listed, page)
    if (!page.has_more) return { filter, token: page.next_sync_token!, upTo, listed: new Set(listed.keys()) }
  }
  return null
}

/** What came of asking: the token, or for how long not to ask again. */
export type Offer =
  { readonly offered: OfferedToken | string } | { readonly offered: null; readonly restMs: number }

/** The same, whatever the service answers: the runs that follow meet what is wrong, and tell. */
export async function offerToken(client: ListClient, filter: string, signal: AbortSignal): Promise<Offer> {
  const { restMs, refusedMs } = sharingLimits
  try {
    const offered = await askForToken(client, filter, signal)
    return offered ? { offered } : { offered: null, restMs }
  } catch (error) {
    return { offered: null, restMs: isWaraqError(error) && !error.retryable ? refusedMs : restMs }
  }
}

function restAfter(
  offer: Offer,
  subscriptions: readonly SubscriptionRecord[],
  taking: readonly SubscriptionRecord[],
): number {
  if (offer.offered === null) return offer.restMs
  const { restMs, refusedMs } = sharingLimits
  const refused = typeof offer.offered !== 'string' && isRefused(subscriptions, offer.offered, taking)
  return refused ? refusedMs : restMs
}

/** At the end of a sync: in one transaction the token takes the place of those of the subscriptions that may take it. */
export async function shareTokens(writer: Writer, offer: Offer | null, now: number): Promise<void> {
  const { db } = writer
  const offered = offer?.offered ?? null
  const known = await writer.known()
  if (!offer && takingTokens(known.subscriptions, null, known.resources).length === 0) return
  await writer.write(['subscriptions', 'resources'], async () => {
    const [subscriptions, resources] = await Promise.all([readSubscriptions(db), db.resources.toArray()])
    const taking = takingTokens(subscriptions, offered, resources)
    if (taking.length > 0) await db.subscriptions.bulkPut(taking)
    if (!offer) return
    await db.meta.put({ key: 'sharing', notBefore: now + restAfter(offer, subscriptions, taking) })
  })
}

/** Each subscription of the run goes on with its own token, and the run's batch is forgotten. */
export async function stopSharing({ db, writer, filters }: RunContext): Promise<void> {
  await writer.write(['subscriptions', 'batchCursors'], async () => {
    await db.batchCursors.bulkDelete([...filters])
    const stored = await db.subscriptions.bulkGet([...filters])
    await db.subscriptions.bulkPut(
      stored.flatMap((record) => (record ? [{ ...record, shared: undefined }] : [])),
    )
  })
}
