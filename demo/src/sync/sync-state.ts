import type { ResourceKey } from '@waraq/contract'
import type { ResourceProgress, RunReport, SubscriptionStatus } from '@waraq/engine'

/** All that the page shows about syncing. */
export interface SyncState {
  /** The engine has told what is kept. */
  readonly ready: boolean
  /** Resources that are kept, or about to be. */
  readonly kept: ReadonlySet<string>
  readonly subscriptions: readonly SubscriptionStatus[]
  readonly running: boolean
  /** What the browser says of its connection; that there is one does not mean that the service answers. */
  readonly online: boolean
  /** Latest progress of each resource in this visit. */
  readonly progress: ReadonlyMap<ResourceKey, ResourceProgress>
  /** Runs of the last sync of this visit. */
  readonly lastRuns: readonly RunReport[]
  readonly problem: SyncProblem | null
  readonly nextAt: number | null
}

export interface SyncProblem {
  /** Says what happened and what to do. */
  readonly message: string
  /** Nobody answered: content is shown from this device and nothing is wrong with it. */
  readonly unreachable: boolean
}

export const initialSyncState: SyncState = {
  ready: false,
  kept: new Set(),
  subscriptions: [],
  running: false,
  online: true,
  progress: new Map(),
  lastRuns: [],
  problem: null,
  nextAt: null,
}

/** When everything that is kept was last up to date; null where something never was, or nothing is kept. */
export function currentSince(subscriptions: readonly SubscriptionStatus[]): number | null {
  const times = subscriptions.map(({ currentAt }) => currentAt)
  return times.length === 0 || times.includes(null) ? null : Math.min(...times.map((time) => time ?? 0))
}
