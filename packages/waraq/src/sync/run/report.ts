import {
  filterCovers,
  parseFilter,
  type ResourceKey,
  type ResourceRef,
  type WaraqError,
} from '@waraq/protocol'
import type { FetchReason } from './plan/plan-types.ts'
import type { Outcome, SyncOutcome } from '../../store/outcome.ts'

export type Mode = 'bootstrap' | 'incremental'
export type Phase = 'opening' | 'paging' | 'planning' | 'fetching' | 'committing' | 'settled'

/** The result of one subscription's run. Counts are of this run only, not of earlier runs that it continues. */
export interface RunReport {
  /** Canonical. */
  readonly filter: string
  readonly mode: Mode
  /**
   * `current`: everything up to `sequence` is committed. `partial`: all but `needed` is committed, and the next run repeats
   * the batch. `interrupted`: the run stopped early; a run at `retryAt` continues it. `failed`: see `error`.
   */
  readonly outcome: Outcome
  /** Another tab or worker did the run while this call waited. The counts are 0 here; the report in that tab has them. */
  readonly joined?: true
  /** If one run covered several subscriptions, the report of the first one has the counts of the run, and the others have 0. */
  readonly pages: number
  readonly mutations: number
  /** Snapshots installed. */
  readonly snapshots: number
  readonly rowsWritten: number
  readonly rowsDeleted: number
  /** Bytes of page and snapshot bodies, after decompression. */
  readonly bytes: number
  /** The highest sequence that the subscription is current at; null if none was reached yet. */
  readonly sequence: number | null
  /** Resources whose snapshots are still missing, each with its error. */
  readonly needed: readonly NeededSnapshot[]
  /** Resources that the service withdrew or answered 404 for, with the reason. */
  readonly unavailable: readonly UnavailableResource[]
  /** Groups of the filter for which the bootstrap listed no resource. */
  readonly emptyGroups: readonly string[]
  /** Rows of snapshots that were set aside because they violate the contract. */
  readonly rowsRejected: number
  /** Changes of unknown type, for which a snapshot is fetched; and ignored changes of resources outside the filter. */
  readonly unknownChanges: number
  readonly outsideFilter: number
  readonly error?: WaraqError
  /** Milliseconds since the epoch. */
  readonly retryAt?: number
  readonly durationMs: number
}

/** Returns the report of a run that did no work. */
export function emptyReport(filter: string, mode: Mode, outcome: Outcome): RunReport {
  return {
    filter,
    mode,
    outcome,
    pages: 0,
    mutations: 0,
    snapshots: 0,
    rowsWritten: 0,
    rowsDeleted: 0,
    rowsRejected: 0,
    bytes: 0,
    sequence: null,
    needed: [],
    unavailable: [],
    emptyGroups: [],
    unknownChanges: 0,
    outsideFilter: 0,
    durationMs: 0,
  }
}

export interface NeededSnapshot {
  readonly ref: ResourceRef
  readonly reason: FetchReason
  readonly error: WaraqError
}

export interface UnavailableResource {
  readonly ref: ResourceRef
  readonly reason: string
}

export interface SyncReport {
  /**
   * The worst outcome of the runs, but `failed` only if all failed: if one subscription failed among others, it is `partial`.
   * `nothing` if there was nothing to run, as before the first subscription: then there is no local content either.
   */
  readonly outcome: SyncOutcome
  readonly runs: readonly RunReport[]
}

const severity: readonly Outcome[] = ['current', 'interrupted', 'partial', 'failed']

export function worstOutcome(outcomes: readonly Outcome[]): Outcome {
  return outcomes.reduce<Outcome>(
    (worst, next) => (severity.indexOf(next) > severity.indexOf(worst) ? next : worst),
    'current',
  )
}

/** Returns the outcome of a sync: `failed` only if every run failed, `nothing` if there were no runs. */
export function syncOutcome(outcomes: readonly Outcome[]): SyncOutcome {
  if (outcomes.length === 0) return 'nothing'
  const worst = worstOutcome(outcomes)
  return worst === 'failed' && outcomes.some((outcome) => outcome !== 'failed') ? 'partial' : worst
}

/** The progress of a run. Sent often; each one replaces the previous one. */
export interface SyncProgress {
  readonly filter: string
  readonly mode: Mode | null
  readonly phase: Phase
  readonly pages: number
  readonly mutations: number
  /** Snapshots of the batch: how many in total, and how many are received or known to be unavailable. */
  readonly snapshots: { readonly total: number; readonly done: number }
  /** The resource whose progress this is; omitted for progress of the run in general. */
  readonly resource?: ResourceProgress
}

export interface ResourceProgress {
  readonly key: ResourceKey
  readonly ref: ResourceRef
  /** `committing`: received completely; readers see it with the commit of its batch. */
  readonly phase: 'waiting' | 'downloading' | 'writing' | 'committing' | 'done' | 'unavailable' | 'needed'
  readonly bytes: number
  /** Null if the service does not report it. */
  readonly bytesExpected: number | null
  readonly rows: number
  /**
   * An earlier download of it was interrupted, and this one starts from the beginning: the service documents no ranges for
   * snapshots. Partial reads return the earlier rows until this one has as many.
   */
  readonly restarted?: true
}

/** Returns the items that the filter covers. */
export function ofFilter<T extends { readonly ref: ResourceRef }>(items: readonly T[], filter: string): T[] {
  const parsed = parseFilter(filter)
  return items.filter(({ ref }) => filterCovers(parsed, ref))
}

/** Counts of one run while it progresses. */
export class Tally {
  pages = 0
  mutations = 0
  snapshots = 0
  rowsWritten = 0
  rowsDeleted = 0
  rowsRejected = 0
  bytes = 0
  unknownChanges = 0
  outsideFilter = 0
  emptyGroups: readonly string[] = []
  needed: NeededSnapshot[] = []
  unavailable: UnavailableResource[] = []
}
