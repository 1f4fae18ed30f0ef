import type { ResourceKey } from '@waraq/contract'
import type { EngineStatus, ResourceProgress, ScheduleReason, SubscriptionStatus } from '@waraq/engine'
import type { StorageCareState } from '@waraq/engine/page'

/** All that the page shows about the library. What the engine tells is the same in every tab; the rest is this page's own. */
export interface SyncState {
  /** As the engine told it last; null until it has. */
  readonly status: EngineStatus | null
  /** Choices made here that the status does not show yet: kept or dropped. */
  readonly choices: ReadonlyMap<ResourceKey, boolean>
  /** What the browser says of its connection; that there is one does not mean that the service answers. */
  readonly online: boolean
  /** Somebody asked for a sync here and waits for what comes of it. */
  readonly asking: boolean
  /** Why asking led to nothing. */
  readonly refusal: Refusal | null
  /** The engine has not told its status in good time. */
  readonly slow: boolean
  /** The engine's worker was lost, and its successor has not told anything yet. */
  readonly restarting: boolean
  /** Why the engine does not answer; null once it does. */
  readonly trouble: Trouble | null
  readonly care: StorageCareState
}

export type Refusal =
  | { readonly is: 'waits'; readonly nextAt: number | null; readonly reason: ScheduleReason }
  | { readonly is: 'failed'; readonly trouble: Trouble }

export interface Trouble {
  readonly code: string
  /** Says what happened and what to do; null where nobody knows. */
  readonly message: string | null
}

export const initialSyncState: SyncState = {
  status: null,
  choices: new Map(),
  online: true,
  asking: false,
  refusal: null,
  slow: false,
  restarting: false,
  trouble: null,
  care: { persisted: null, evicted: false },
}

/** Resources that are kept, or about to be. One filter is one resource, see `kept-resources.ts`. */
export function keptOf({ status, choices }: Pick<SyncState, 'status' | 'choices'>): ReadonlySet<string> {
  const kept = new Set<string>(status?.subscriptions.map(({ filter }) => filter))
  for (const [key, chosen] of choices) {
    if (chosen) kept.add(key)
    else kept.delete(key)
  }
  return kept
}

/** Nothing is fetched until somebody wants to go on. */
export function isPaused({ status }: Pick<SyncState, 'status'>): boolean {
  return (status?.pausedSince ?? null) !== null
}

export function subscriptionOf(
  status: EngineStatus | null,
  resource: ResourceKey,
): SubscriptionStatus | undefined {
  return status?.subscriptions.find(({ filter }) => filter === resource)
}

export function progressOf(status: EngineStatus | null, resource: ResourceKey): ResourceProgress | undefined {
  return status?.activity?.resources.find(({ key }) => key === resource)
}

/** When everything that is kept was last up to date; null where something never was, or nothing is kept. */
export function currentSince(subscriptions: readonly SubscriptionStatus[]): number | null {
  const times = subscriptions.map(({ currentAt }) => currentAt)
  return times.length === 0 || times.includes(null) ? null : Math.min(...times.map((time) => time ?? 0))
}

/** In a moment it is known how things stand; until then a page that is about to change would only flicker. */
export function isStillOpening({ status, slow, trouble }: SyncState): boolean {
  return status === null && !slow && trouble === null
}

/** Whether choices can be stored and syncs asked for. */
export function isWritable({ status, trouble }: Pick<SyncState, 'status' | 'trouble'>): boolean {
  return status !== null && !status.newerFormat && trouble === null
}
