import type { ResourceKey } from '@waraq/protocol'
import type {
  EngineStatus,
  Problem,
  ResourceProgress,
  ScheduleReason,
  StorageCareState,
  SubscriptionStatus,
} from 'waraq'

/** The library's state as the page shows it. The engine's status is the same in every tab; the rest belongs to this page. */
export interface SyncState {
  /** The engine's latest status; null before the first. */
  readonly status: EngineStatus | null
  /** Choices made here that the status does not contain yet: true for kept, false for dropped. */
  readonly choices: ReadonlyMap<ResourceKey, boolean>
  /** Whether the browser has a connection; the service may still not answer. */
  readonly online: boolean
  /** Whether the reader has requested a sync in this tab and waits for its end. */
  readonly asking: boolean
  /** Why the engine refused the reader's request. */
  readonly refusal: Refusal | null
  /** Whether the engine is late with its status. */
  readonly slow: boolean
  /** Whether the engine's worker was lost and its successor has not reported yet. */
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
  /** Which part to look at, if the engine reports it. */
  readonly part?: Problem['part'] | undefined
  /** What happened and what to do. Null if that is not known. */
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

/** Resources that are kept, or about to be. Each resource has its own filter, see `kept-resources.ts`. */
export function keptOf({ status, choices }: Pick<SyncState, 'status' | 'choices'>): ReadonlySet<string> {
  const kept = new Set<string>(status?.subscriptions.map(({ filter }) => filter))
  for (const [key, chosen] of choices) {
    if (chosen) kept.add(key)
    else kept.delete(key)
  }
  return kept
}

/** Whether the reader has paused fetching. */
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

/**
 * The time when all kept resources were last up to date, except for deferred refreshes. Milliseconds since the epoch. Null
 * if one of them never was, or if none is kept.
 */
export function currentSince(subscriptions: readonly SubscriptionStatus[]): number | null {
  const times = subscriptions.map(({ currentAt, lastRun }) =>
    currentAt !== null && lastRun?.errorCode === 'postponed' ? Math.max(currentAt, lastRun.at) : currentAt,
  )
  return times.length === 0 || times.includes(null) ? null : Math.min(...times.map((time) => time ?? 0))
}

/** Whether the state will be known in a moment. Until then the page waits, so that it does not flicker. */
export function isStillOpening({ status, slow, trouble }: SyncState): boolean {
  return status === null && !slow && trouble === null
}

/** Whether choices can be stored and syncs requested. */
export function isWritable({ status, trouble }: Pick<SyncState, 'status' | 'trouble'>): boolean {
  return status !== null && !status.newerFormat && trouble === null
}
