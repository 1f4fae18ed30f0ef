import type { ErrorCode, Mutation, RecordType, ResourceKey } from '@waraq/protocol'
import type { ScheduleRecord } from './schedule-record.ts'
import type { UsageRecord } from './usage-record.ts'
import type { ManifestRecord, ManifestRef } from './manifest.ts'
import type { Outcome } from './outcome.ts'

/** The records of the bookkeeping tables. Small, all of them; rows live in segments. */

/**
 * Raised whenever the meaning of stored records changes. Code that finds a greater number than its own never writes; code that
 * finds a smaller one reads that, too.
 */
export const dataFormat = 1

/** Which engine may write. `epoch` grows by one with each writer; every write transaction checks it. */
export interface WriterRecord {
  readonly key: 'writer'
  readonly format: number
  readonly epoch: number
  readonly leader: string
  /**
   * Milliseconds since the epoch until which the leader counts as alive. Each heartbeat moves it; it is 0 before the first
   * one and once the leader has ended. Tabs that wait look whether it still moves.
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
  /** Last staging number given out. */
  readonly stagings: number
  /** Commits so far; orders installations and batches against each other. */
  readonly commits: number
}

export const noCounters: CountersRecord = { key: 'counters', stagings: 0, commits: 0 }

/** Record types of which a row change came whose record key is the key that the engine derives from its row. */
export interface KeyRulesRecord {
  readonly key: 'keyRules'
  readonly confirmed: readonly RecordType[]
}

/** The resource that was last audited: read whole and compared with its digests. */
export interface AuditRecord {
  readonly key: 'audit'
  readonly last: string
  /** When; milliseconds since the epoch. */
  readonly at?: number
}

/** Resources in which readers met damage. A reader only says so: the next sync looks, and fetches what is damaged. */
export interface SuspectsRecord {
  readonly key: 'suspects'
  /** Keys of resources. */
  readonly resources: readonly string[]
}

/** Of a part, such as a chapter: its files, how many of them are kept, and their bytes. */
export type PartCounts = readonly [files: number, kept: number, bytes: number]

/** What is kept of a resource's files of one kind. All counts are of files, except `bytes`, which counts each file once. */
export interface KeptFiles {
  /** The parts that are wanted. Empty while their files are being deleted. */
  readonly parts: 'all' | readonly number[]
  readonly bytes: number
  readonly kept: number
  readonly wanted: number
  /** Changes when another set of files is kept, or the files are for other places. */
  readonly version: number
  /** By part, where there are parts. */
  readonly counts: Readonly<Record<string, PartCounts>>
}

/** In the table `meta`, written by pages; versions that do not know it leave it alone. The files are in Cache Storage. */
export interface FilesRecord {
  readonly key: 'files'
  /** By kind and resource key: `fonts:mushafs:1`. */
  readonly kept: Readonly<Record<string, KeptFiles>>
}

/** When a token that several subscriptions share may be asked for again; milliseconds since the epoch. */
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

/** Rows that a snapshot held and that the contract rejects: set aside, counted, a few shown. */
export interface RejectedRows {
  readonly count: number
  readonly samples: readonly { readonly index: number; readonly problem: string }[]
}

/**
 * One resource. `installed` has rows to read; `unavailable` was answered 404 or withdrawn by the feed and has none. The
 * record of an unavailable resource stays, so that an older batch of another subscription cannot bring it back.
 */
export interface ResourceRecord {
  readonly key: ResourceKey
  readonly group: string
  readonly id: number
  readonly contentId: number | null
  readonly status: 'installed' | 'unavailable'
  /** Why it is unavailable, as the service said it or as Waraq found it. */
  readonly reason: string | null
  readonly manifests: readonly ManifestRef[]
  /** Its snapshot held no row. */
  readonly empty: boolean
  /** Sequence of the change whose snapshot is installed, or that removed it. */
  readonly base: number
  /** Highest bound at which the resource was committed. */
  readonly asOf: number
  readonly schemaVersion: number | null
  /** `sync_sequence` of the installed snapshot; its rows may be as new as that. 0 where nothing is installed. */
  readonly snapshotSequence: number
  readonly rejected: RejectedRows | null
  /** `changed_at` of the latest RESOURCE_UPDATE, a freshness mark. */
  readonly freshAt: string | null
  /** Milliseconds since the epoch. */
  readonly committedAt: number
  /** Commit count when its snapshot was installed or its rows were removed, and the batch that did it. */
  readonly installedAtCommit: number
  readonly installedBy: number
  /** When an unavailable resource that the application still wants was last asked for. */
  readonly probedAt: number | null
  /**
   * From when on a sync that no reader waits for fetches the deferred refresh that the feed told of. Missing where the feed told of none
   * since the rows came, or of a small one.
   */
  readonly refreshDueAt?: number | undefined
  /**
   * Why its rows must be fetched again, even where the feed tells of no change. `began_anew`: the service's sequences began
   * anew, so the rows may come at any sequence; for the other reasons never at an older one.
   */
  readonly needsSnapshot: 'damage' | 'resync' | 'began_anew' | null
}

/** Its rows are here, and nothing speaks against them. One that needs a snapshot is fetched again in any case. */
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

/** A token of the service, and the canonical filter that it was given for. */
export interface SharedToken {
  readonly filter: string
  readonly token: string
}

/** Who asked to keep a filter: the application for everybody who uses it, or a person who chose it. */
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
   * A token of a wider filter, which several subscriptions have: one run asks for all of them with it. `token` stays as it was when
   * the subscription last ran alone, and is asked with again where the service refuses the shared one.
   */
  readonly shared?: SharedToken | undefined
  /** Bound of the latest batch that made it current. No token of the subscription has a greater one. */
  readonly sequence: number | null
  /** Greatest bound of any commit of its runs, partial commits included: no later batch may end before it. */
  readonly committedUpTo: number | null
  /** Resources that the subscription's batches listed and did not withdraw. */
  readonly listed: readonly ResourceKey[]
  /** Groups of the filter that the last bootstrap listed nothing of. */
  readonly emptyGroups: readonly string[]
  /** When a run last became current, by this device's clock and by the service's. */
  readonly currentAt: number | null
  readonly currentAtServer: number | null
  readonly lastRun: LastRun | null
  /** Runs in a row that met a feed which went back, the first and the latest by the service's own clock. */
  readonly wentBack: { readonly runs: number; readonly first: number; readonly latest: number } | null
  /** The application asked to fetch everything again. */
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
  /** HTTP status of the answer that the error tells of. Missing: there was no answer, or the error is of none. */
  readonly status?: number
  /** When the first of successive runs with this error ended. */
  readonly since?: number
}

/** A batch under way: with it, the next run goes on where a killed tab stopped. */
export interface BatchCursorRecord {
  readonly filter: string
  /** Unique; staged pages and prepared resources refer to it. */
  readonly id: number
  readonly mode: 'bootstrap' | 'incremental'
  /** The token that the batch began with. */
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
  /** Of the other fields. */
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
  /** The least acceptable sequence when it was asked for. */
  readonly floor: number
  readonly manifests: readonly ManifestRef[]
  readonly rejected: RejectedRows | null
}

/**
 * A staging that is being written or is prepared. A staging that no prepared record names and no writer works on is garbage, unless it
 * tells of a first snapshot that a batch under way needs.
 */
export interface StagingRecord {
  readonly id: number
  /** What readers may ask for before it is complete. At most one staging of a resource has it. */
  readonly partial?: PartialRecord | undefined
}

/** What is stored so far of the first snapshot of a resource. */
export interface PartialRecord {
  readonly resource: ResourceKey
  /** Number of the batch that needs the snapshot. */
  readonly batchCursor: number
  /** Bytes of the body that had come, and bytes of the whole body; null where the service does not say. */
  readonly bytes: number
  readonly of: number | null
  /** The segments so far, by record type, as the manifests of the complete snapshot will list them. */
  readonly manifests: readonly ManifestRecord[]
}

/** A manifest that readers no longer reach; those of its segments that `successor` does not hold are garbage. */
export interface GarbageRecord {
  /** Given out by the table, ascending: garbage is collected in the order in which it was made. */
  readonly id?: number
  readonly manifest: string
  readonly successor: string | null
}
