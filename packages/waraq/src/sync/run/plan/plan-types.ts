import type { JsonObject, RecordType, ResourceFilter, ResourceKey, ResourceRef } from '@waraq/protocol'
import type { ResourceRecord } from '../../../store/records.ts'

/** What goes into planning and what comes out. No logic. */

/** What planning has to know of a local resource. */
export type LocalResource = Pick<
  ResourceRecord,
  | 'status'
  | 'base'
  | 'asOf'
  | 'snapshotSequence'
  | 'needsSnapshot'
  | 'installedAtCommit'
  | 'installedBy'
  | 'probedAt'
> & {
  /** Count of its installed rows. */
  readonly rowsHere: number
}

export interface PlanInput {
  readonly mode: 'bootstrap' | 'incremental'
  readonly filter: ResourceFilter
  /** The batch's `sync_until_sequence`. */
  readonly upTo: number
  /** The batch, and the commit count when it was opened. */
  readonly set: { readonly id: number; readonly openedAtCommit: number }
  readonly local: ReadonlyMap<ResourceKey, LocalResource>
  /** What this subscription's earlier batches listed, and what those of all others did. */
  readonly listed: ReadonlySet<ResourceKey>
  readonly listedElsewhere: ReadonlySet<ResourceKey>
  /** What the tokens of all other subscriptions cover: their filters, and the bounds they are current at. */
  readonly others: readonly { readonly filter: ResourceFilter; readonly sequence: number }[]
  /** Greatest bound that a subscription has committed, or that this batch has: no resource is as of a greater one. */
  readonly covered: number
  /** Record types whose key rule an earlier row change confirmed. */
  readonly confirmedKeyRules: ReadonlySet<RecordType>
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** One row change to apply: data is null for a delete. */
export interface RowChange {
  readonly sequence: number
  readonly recordType: RecordType
  readonly key: string
  readonly data: JsonObject | null
}

export type FetchReason =
  | 'bootstrap'
  | 'created'
  | 'invalidated'
  | 'unknown_change'
  | 'not_installed'
  | 'key_rule'
  | 'incomplete_change'
  | 'many_changes'
  | 'damage'
  | 'resync'
  | 'began_anew'
  | 'not_listed'
  | 'group_not_listed'
  | 'wanted'

interface PlannedResource {
  readonly key: ResourceKey
  readonly ref: ResourceRef
  /** `changed_at` of the latest RESOURCE_UPDATE in the batch. */
  readonly freshAt: string | null
}

/** The resource needs a snapshot. */
export interface PlannedFetch extends PlannedResource {
  readonly action: 'fetch'
  readonly reason: FetchReason
  /** Base of the resource once the snapshot is installed. */
  readonly base: number
  /** Least `sync_sequence` that an acceptable snapshot has. */
  readonly floor: number
  /** As the feed gave it; null where the address follows from group and id. */
  readonly snapshotUrl: string | null
  /** The set does not cover it: the token may be stored even where this snapshot cannot be had. */
  readonly optional: boolean
  /** The rows that are here stay good until it comes: it is a deferred refresh of them, and nothing was withdrawn. */
  readonly isRefresh?: true
  /** Milliseconds since the epoch before which the run leaves it needed. Missing: none. */
  readonly dueAt?: number
}

export interface PlannedApply extends PlannedResource {
  readonly action: 'apply'
  /** Each row once, in ascending sequence. */
  readonly changes: readonly RowChange[]
}

export interface PlannedRemove extends PlannedResource {
  readonly action: 'remove'
  readonly base: number
  readonly reason: string
}

export interface PlannedTouch extends PlannedResource {
  readonly action: 'touch'
}

export type PlanItem = PlannedFetch | PlannedApply | PlannedRemove | PlannedTouch

export interface Plan {
  /**
   * The set is older than a snapshot that was installed since: the run forgets it and begins again. All else is then empty.
   */
  readonly abandoned: boolean
  readonly items: readonly PlanItem[]
  /** What the subscription lists once the batch is committed. */
  readonly listed: readonly ResourceKey[]
  /** Groups of the filter that a bootstrap listed nothing of. */
  readonly emptyGroups: readonly string[]
  /** Record types whose key rule this batch confirmed. */
  readonly confirmedKeyRules: readonly RecordType[]
  /** Count of mutations of types that this version does not know, repeated ones included: answered with a snapshot. */
  readonly unknownChanges: number
  /** Count of mutations of resources that the filter does not ask for. */
  readonly outsideFilter: number
}
