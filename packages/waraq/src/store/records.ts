import type { ErrorCode, Mutation, RecordType, ResourceKey } from '@waraq/protocol'
import type { ScheduleRecord } from './schedule-record.ts'
import type { UsageRecord } from './usage-record.ts'
import type { ManifestRecord, ManifestRef } from './manifest.ts'
import type { Outcome } from './outcome.ts'

/** The records of the bookkeeping tables. All of them are small; rows are in segments. */

/**
 * Raised whenever the meaning of stored records changes. Code that finds a greater number than its own never writes. Code that
 * finds a smaller one can read that, too.
 */
export const dataFormat = 1

/** Which engine may write. `epoch` grows by one with each writer, and every write transaction checks it. */
export interface WriterRecord {
  readonly key: 'writer'
  readonly format: number
  readonly epoch: number
  readonly leader: string
  /**
   * Milliseconds since the epoch until which the leader counts as alive. Each heartbeat moves it. It is 0 before the first one
   * and after the leader has ended. Tabs that wait check whether it still moves.
   */
  readonly leaseUntil: number
}

export const noWriter: WriterRecord = {
  key: 'writer',
  format: dataFormat,
  epoch: 0,
  leader: '',
  leaseUntil: 0,
}

export interface CountersRecord {
  readonly key: 'counters'
  /** Last staging number that was assigned. */
  readonly stagings: number
  /** Commits so far. They order installations and batches relative to each other. */
  readonly commits: number
}

export const noCounters: CountersRecord = { key: 'counters', stagings: 0, commits: 0 }

/** Record types for which a row change arrived whose record key equals the key that the engine derives from its row. */
export interface KeyRulesRecord {
  readonly key: 'keyRules'
  readonly confirmed: readonly RecordType[]
}

/** The resource that was last audited: read completely and compared with its digests. */
export interface AuditRecord {
  readonly key: 'audit'
  readonly last: string
  /** Time of the audit, in milliseconds since the epoch. */
  readonly at?: number
}

/** Resources in which readers found damage. A reader only reports it: the next sync checks, and fetches damaged resources. */
export interface SuspectsRecord {
  readonly key: 'suspects'
  /** Keys of resources. */
  readonly resources: readonly string[]
}

/** Counts of a part, such as a chapter: its files, how many of them are kept, and their bytes. */
export type PartCounts = readonly [files: number, kept: number, bytes: number]

/** The kept files of one kind of a resource. All numbers count files, except `bytes`, which counts each file once. */
export interface FilesEntry {
  /** The wanted parts. Empty while their files are being deleted. */
  readonly parts: 'all' | readonly number[]
  readonly bytes: number
  readonly kept: number
  readonly wanted: number
  /** Changes when another set of files is kept, or the files are for other places. */
  readonly version: number
  /** By part, if there are parts. */
  readonly counts: Readonly<Record<string, PartCounts>>
}

/** In the table `meta`, written by pages. Versions that do not know it leave it unchanged. The files are in Cache Storage. */
export interface FilesRecord {
  readonly key: 'files'
  /** By kind and resource key: `fonts:mushafs:1`. */
  readonly kept: Readonly<Record<string, FilesEntry>>
}

/** When a token that several subscriptions share may be requested again; milliseconds since the epoch. */
export interface SharingRecord {
  readonly key: 'sharing'
  readonly notBefore: number
}

export type MetaRecord =
  | WriterRecord
  | CountersRecord
  | KeyRulesRecord
  | AuditRecord
  | SuspectsRecord
  | UsageRecord
  | FilesRecord
  | ScheduleRecord
  | SharingRecord

/** Rows of a snapshot that the contract rejects. They are set aside and counted, and a few are shown. */
export interface RejectedRows {
  readonly count: number
  readonly samples: readonly { readonly index: number; readonly problem: string }[]
}

/**
 * One resource. `installed`: it has rows to read. `unavailable`: the service responded with 404, or the feed withdrew it, and it
 * has none. The record of an unavailable resource stays, so that an older batch of another subscription cannot bring it back.
 */
export interface ResourceRecord {
  readonly key: ResourceKey
  readonly group: string
  readonly id: number
  readonly contentId: number | null
  readonly status: 'installed' | 'unavailable'
  /** Why it is unavailable, as reported by the service or found by Waraq. */
  readonly reason: string | null
  readonly manifests: readonly ManifestRef[]
  /** Whether its snapshot held no row. */
  readonly empty: boolean
  /** Sequence of the change whose snapshot is installed, or that removed it. */
  readonly base: number
  /** Highest `upTo` at which the resource was committed. */
  readonly asOf: number
  readonly schemaVersion: number | null
  /** `sync_sequence` of the installed snapshot; its rows may be as new as that. 0 if nothing is installed. */
  readonly snapshotSequence: number
  readonly rejected: RejectedRows | null
  /** `changed_at` of the latest RESOURCE_UPDATE, a freshness mark. */
  readonly freshAt: string | null
  /** Milliseconds since the epoch. */
  readonly committedAt: number
  /** Commit count when its snapshot was installed or its rows were removed, and the batch that did it. */
  readonly installedAtCommit: number
  readonly installedBy: number
  /** When an unavailable resource that the application still wants was last requested. */
  readonly probedAt: number | null
  /**
   * Time from which on a sync that no reader waits for fetches the deferred refresh that the feed reported. Missing if the feed
   * reported none since the rows arrived, or a small one.
   */
  readonly refreshDueAt?: number | undefined
  /**
   * Why its rows must be fetched again, even if the feed reports no change. `restarted`: the service's sequences started again,
   * so the rows may arrive at a lower sequence than that of the installed ones. For the other reasons, never at an older one.
   */
  readonly needsSnapshot: 'damage' | 'resync' | 'restarted' | null
}

/** Whether its rows are here and need no new snapshot. A resource that needs one is fetched again in any case. */
export function isInstalled({
  status,
  needsSnapshot,
}: Pick<ResourceRecord, 'status' | 'needsSnapshot'>): boolean {
  return status === 'installed' && needsSnapshot === null
}

export const nothingInstalled: Omit<ResourceRecord, 'key' | 'group' | 'id'> = {
  contentId: null,
  status: 'unavailable',
  reason: '',
  manifests: [],
  empty: false,
  base: 0,
  asOf: 0,
  schemaVersion: null,
  snapshotSequence: 0,
  rejected: null,
  freshAt: null,
  committedAt: 0,
  installedAtCommit: 0,
  installedBy: 0,
  probedAt: null,
  needsSnapshot: null,
}

/** A token of the service, and the canonical filter that it was issued for. */
export interface SharedToken {
  readonly filter: string
  readonly token: string
}

/** Who asked to keep a filter: the application for all its users, or a person who chose it. */
export type SubscriptionOwner = 'app' | 'person'

type Owners = readonly SubscriptionOwner[]

/** A filter that the application or a person asked to keep. */
export interface SubscriptionRecord {
  /** Canonical. */
  readonly filter: string
  /** At least one. */
  readonly owners: Owners
  readonly createdAt: number
  /** Opaque checkpoint of the service; null until the first run is complete. */
  readonly token: string | null
  /**
   * A token of a wider filter, which several subscriptions share: one run requests all of them with it. `token` stays as it was
   * when the subscription last ran separately. It is used again if the service refuses the shared one.
   */
  readonly shared?: SharedToken | undefined
  /** `upTo` of the latest batch that made it current. No token of the subscription has a greater one. */
  readonly sequence: number | null
  /** Greatest `upTo` of any commit of its runs, including partial commits. No later batch may end before it. */
  readonly committedUpTo: number | null
  /** Resources that the subscription's batches listed and did not withdraw. */
  readonly listed: readonly ResourceKey[]
  /** Groups of the filter for which the last bootstrap listed nothing. */
  readonly emptyGroups: readonly string[]
  /** When a run last became current, by this device's clock and by the service's. */
  readonly currentAt: number | null
  readonly currentAtServer: number | null
  readonly lastRun: LastRun | null
  /** Consecutive runs that met a feed which went back; the first and the latest by the service's own clock. */
  readonly wentBack: { readonly runs: number; readonly first: number; readonly latest: number } | null
  /** Whether the application asked to fetch everything again. */
  readonly resync: boolean
}

export function newSubscription(filter: string, now: number, owners: Owners = ['app']): SubscriptionRecord {
  return {
    filter,
    owners,
    createdAt: now,
    token: null,
    sequence: null,
    committedUpTo: null,
    listed: [],
    emptyGroups: [],
    currentAt: null,
    currentAtServer: null,
    lastRun: null,
    wentBack: null,
    resync: false,
  }
}

export interface LastRun {
  readonly at: number
  /** The epoch under which it ran. */
  readonly epoch: number
  readonly outcome: Outcome
  readonly errorCode: ErrorCode | null
  readonly message: string | null
  readonly retryAt: number | null
  /** HTTP status of the response that the error is about. Missing if there was no response, or if the error is about none. */
  readonly status?: number
  /** When the first of successive runs with this error ended. */
  readonly since?: number
}

/** A batch under way. With it, the next run continues where a killed tab stopped. */
export interface BatchCursorRecord {
  readonly filter: string
  /** Unique; staged pages and prepared resources refer to it. */
  readonly id: number
  readonly mode: 'bootstrap' | 'incremental'
  /** The token that the batch started with. */
  readonly fromToken: string | null
  readonly perPage: number
  readonly startedAt: number
  /** Commit count when the batch was opened. */
  readonly openedAtCommit: number
  readonly pages: number
  readonly mutations: number
  /** Bytes of its pages so far, decompressed. */
  readonly bytes: number
  /** `next_page_url` of the last page, null before the first and after the last one. */
  readonly nextPage: string | null
  readonly complete: boolean
  readonly upTo: number | null
  readonly nextToken: string | null
  readonly serverTime: number | null
}

/** One page of a batch, as received. */
export interface StagedPageRecord {
  readonly batchCursor: number
  readonly page: number
  /** The address that it was read from; null for the first page. */
  readonly address: string | null
  readonly mutations: readonly Mutation[]
  /** Digest of the other fields. */
  readonly digest?: number | undefined
}

/** A snapshot whose segments and manifests are written but not yet reachable from its resource. */
export interface PreparedRecord {
  readonly batchCursor: number
  readonly key: ResourceKey
  readonly staging: number
  readonly contentId: number | null
  readonly schemaVersion: number
  readonly syncSequence: number
  /** The least acceptable sequence when it was requested. */
  readonly floor: number
  readonly manifests: readonly ManifestRef[]
  readonly rejected: RejectedRows | null
}

/**
 * A staging that is being written or is prepared. It is garbage if no prepared record names it and no writer works on it, unless
 * it announces a first snapshot that a batch under way needs.
 */
export interface StagingRecord {
  readonly id: number
  /** Content that partial reads can reach before the staging is complete. At most one staging of a resource has it. */
  readonly partial?: PartialRecord | undefined
}

/** The stored part of the first snapshot of a resource. */
export interface PartialRecord {
  readonly resource: ResourceKey
  /** Number of the batch that needs the snapshot. */
  readonly batchCursor: number
  /** Bytes of the body that had arrived, and bytes of the complete body; null if the service does not report them. */
  readonly bytes: number
  readonly of: number | null
  /** The segments so far, by record type, as the manifests of the complete snapshot will list them. */
  readonly manifests: readonly ManifestRecord[]
}

/** A manifest that readers no longer reach. Those of its segments that `successor` does not hold are garbage. */
export interface GarbageRecord {
  /** Assigned by the table, ascending: garbage is collected in the order in which it was made. */
  readonly id?: number
  readonly manifest: string
  readonly successor: string | null
}
