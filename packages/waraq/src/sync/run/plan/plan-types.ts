import type { JsonObject, RecordType, ResourceFilter, ResourceKey, ResourceRef } from '@waraq/protocol'
import type { ResourceRecord } from '../../../store/records.ts'

/** Input and output of planning. No logic. */

/** The fields of a local resource that planning needs. */
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
  /** Number of its installed rows. */
  readonly rowsHere: number
}

export interface PlanInput {
  readonly mode: 'bootstrap' | 'incremental'
  readonly filter: ResourceFilter
  /** The batch's `sync_until_sequence`. */
  readonly upTo: number
  /** The batch, and the number of commits when it was opened. */
  readonly set: { readonly id: number; readonly openedAtCommit: number }
  readonly local: ReadonlyMap<ResourceKey, LocalResource>
  /** Resources that this subscription's earlier batches listed, and those that all other subscriptions' batches listed. */
  readonly listed: ReadonlySet<ResourceKey>
  readonly listedElsewhere: ReadonlySet<ResourceKey>
  /** Content that the tokens of all other subscriptions cover: their filters, and the sequences that they are current at. */
  readonly others: readonly { readonly filter: ResourceFilter; readonly sequence: number }[]
  /** Greatest sequence that a subscription has committed, or that this batch has: no resource may claim a greater one. */
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
  | 'restarted'
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
  /** The address from the feed; null if it is derived from group and id. */
  readonly snapshotUrl: string | null
  /** The batch does not cover it: the token may be stored even if this snapshot cannot be fetched. */
  readonly optional: boolean
  /** The local rows stay good until it comes: it is a deferred refresh of them, and no content was withdrawn. */
  readonly isRefresh?: true
  /** The run leaves it needed until this time, in milliseconds since the epoch. If omitted, it is fetched now. */
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
   * The batch is older than a snapshot that was installed since: the run forgets it and starts again. All other fields are
   * then empty.
   */
  readonly abandoned: boolean
  readonly items: readonly PlanItem[]
  /** Resources that the subscription lists once the batch is committed. */
  readonly listed: readonly ResourceKey[]
  /** Groups of the filter for which a bootstrap listed no resource. */
  readonly emptyGroups: readonly string[]
  /** Record types whose key rule this batch confirmed. */
  readonly confirmedKeyRules: readonly RecordType[]
  /** Number of mutations of types that this version does not know, including repeated ones. A snapshot is fetched for them. */
  readonly unknownChanges: number
  /** Number of mutations of resources that the filter does not cover. */
  readonly outsideFilter: number
}
