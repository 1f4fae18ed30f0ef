import { filterCovers, parseFilter, type ResourceKey } from '@waraq/protocol'
import { storedSize } from '../../store/manifest.ts'
import type { ResourceRecord, SubscriptionRecord } from '../../store/records.ts'
import { dayOf, type Usage } from '../../store/usage-record.ts'

/** A subscription that could be dropped to make room. */
export interface DropCandidate {
  /** Canonical. */
  readonly filter: string
  /** Approximate bytes that dropping it frees. Several dropped together free at least the sum. */
  readonly bytes: number
  /** The resources that would be deleted, because no other subscription covers them. */
  readonly resources: readonly ResourceKey[]
  /** The day on which one of them was last read, in days since the epoch; null if none was ever read. */
  readonly lastRead: number | null
}

type SizedResource = Pick<ResourceRecord, 'key' | 'group' | 'id' | 'manifests'>

export interface Limits {
  /** The list ends as soon as its candidates together free this many bytes. Default: all candidates. */
  readonly bytes?: number | undefined
  /** Filters that must not be dropped, such as the one that needs the room. The resources that they cover stay covered. */
  readonly keep?: readonly string[] | undefined
}

interface Ranked extends DropCandidate {
  /** Day of the last read, or of the subscription if that is later: content that was requested today is wanted. */
  readonly usedOn: number
}

function sizeOf({ manifests }: SizedResource): number {
  return storedSize(manifests)
}

/**
 * Returns subscriptions that could be dropped, least used first. Among equally used ones, the one that frees most comes first. A
 * resource that two subscriptions cover is deleted with neither of them, and a subscription that would free nothing is not a
 * candidate. If all candidates together do not free enough, all of them are returned. Kept files are deleted with their resource.
 */
export function leastUsed(
  resources: readonly SizedResource[],
  subscriptions: readonly Pick<SubscriptionRecord, 'filter' | 'createdAt'>[],
  usage: Usage,
  { bytes = Infinity, keep = [] }: Limits = {},
  files: ReadonlyMap<string, number> = new Map(),
): DropCandidate[] {
  const parsed = subscriptions.map((subscription) => ({
    subscription,
    filter: parseFilter(subscription.filter),
    own: [] as SizedResource[],
  }))
  for (const resource of resources) {
    const covering = parsed.filter(({ filter }) => filterCovers(filter, resource))
    if (covering.length === 1) covering[0]!.own.push(resource)
  }
  const candidates = parsed
    .map(({ subscription, own }): Ranked => {
      const days = own.flatMap(({ key }) => usage.get(key) ?? [])
      const lastRead = days.length > 0 ? Math.max(...days) : null
      return {
        filter: subscription.filter,
        bytes: own.reduce((sum, resource) => sum + sizeOf(resource) + (files.get(resource.key) ?? 0), 0),
        resources: own.map(({ key }) => key),
        lastRead,
        usedOn: Math.max(lastRead ?? -Infinity, dayOf(subscription.createdAt)),
      }
    })
    .filter((candidate) => candidate.bytes > 0 && !keep.includes(candidate.filter))
    .sort((a, b) => a.usedOn - b.usedOn || b.bytes - a.bytes || (a.filter < b.filter ? -1 : 1))
  let freed = 0
  const enough: DropCandidate[] = []
  for (const { usedOn: _, ...candidate } of candidates) {
    if (freed >= bytes) break
    freed += candidate.bytes
    enough.push(candidate)
  }
  return enough
}
