import type { WaraqDatabase } from './store/database.ts'
import type { LastRun, SubscriptionRecord } from './store/records.ts'
import type { SyncProgress } from './run/report.ts'

/** After this long without a complete run, content counts as stale; the service asks for a sync every seven days. */
export const staleAfterMs = 7 * 24 * 60 * 60 * 1000

export interface SubscriptionStatus {
  /** Canonical. */
  readonly filter: string
  /** The bound that it is current at; null until its first run is complete. */
  readonly sequence: number | null
  /** Resources that it lists. */
  readonly resources: number
  readonly emptyGroups: readonly string[]
  /** When a run last became current: by this device's clock, and by the service's. Milliseconds since the epoch. */
  readonly currentAt: number | null
  readonly currentAtServer: number | null
  /** No run became current within seven days. False before the first one. */
  readonly stale: boolean
  readonly lastRun: LastRun | null
  /** A page set was begun and not finished; the next run goes on with it. */
  readonly underWay: boolean
}

export interface EngineStatus {
  readonly name: string
  /** Whether what is stored survives the page. */
  readonly persistent: boolean
  readonly subscriptions: readonly SubscriptionStatus[]
  /** The latest progress of a run of this engine; null while it rests. */
  readonly syncing: SyncProgress | null
}

export function isStale(currentAt: number | null, now: number): boolean {
  return currentAt !== null && now - currentAt > staleAfterMs
}

function subscriptionStatus(
  record: SubscriptionRecord,
  underWay: ReadonlySet<string>,
  now: number,
): SubscriptionStatus {
  return {
    filter: record.filter,
    sequence: record.sequence,
    resources: record.listed.length,
    emptyGroups: record.emptyGroups,
    currentAt: record.currentAt,
    currentAtServer: record.currentAtServer,
    stale: isStale(record.currentAt, now),
    lastRun: record.lastRun,
    underWay: underWay.has(record.filter),
  }
}

export async function readStatus(db: WaraqDatabase, now: number): Promise<SubscriptionStatus[]> {
  const [subscriptions, underWay] = await db.transaction('r', [db.subscriptions, db.journals], () =>
    Promise.all([db.subscriptions.toArray(), db.journals.toCollection().primaryKeys()]),
  )
  return subscriptions
    .sort((a, b) => a.createdAt - b.createdAt || (a.filter < b.filter ? -1 : 1))
    .map((record) => subscriptionStatus(record, new Set(underWay), now))
}
