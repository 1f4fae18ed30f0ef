import { isWaraqError, type ResourceKey, type ResourceRef } from '@waraq/protocol'
import { readSubscriptions } from '../../store/bookkeeping.ts'
import type { SubscriptionRecord } from '../../store/records.ts'
import type { Writer } from '../../store/writer.ts'
import { listPages, readList, type ListClient } from './bootstrap-list.ts'
import type { RunContext } from './context.ts'
import { isRefused, sharingLimits, takingTokens, type OfferedToken } from './sharing.ts'

/** Maximum number of pages of a list that are read. */
const mostPages = 100

/** Resolves with the token at the end of a bootstrap's list. Null if its pages contradict each other or do not end. */
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

/** The result of requesting a token: the token, or the milliseconds for which not to request one again. */
export type Offer =
  { readonly offered: OfferedToken | string } | { readonly offered: null; readonly restMs: number }

/** Does the same as `askForToken`, but never rejects: the runs that follow meet the same error and report it. */
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

/** Replaces, in one transaction at the end of a sync, the tokens of the subscriptions that may take the offered one. */
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

/** Ends the sharing: each subscription of the run continues with its own token, and the run's batch is forgotten. */
export async function stopSharing({ db, writer, filters }: RunContext): Promise<void> {
  await writer.write(['subscriptions', 'batchCursors'], async () => {
    await db.batchCursors.bulkDelete([...filters])
    const stored = await db.subscriptions.bulkGet([...filters])
    await db.subscriptions.bulkPut(
      stored.flatMap((record) => (record ? [{ ...record, shared: undefined }] : [])),
    )
  })
}
