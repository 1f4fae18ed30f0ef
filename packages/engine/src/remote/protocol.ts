import type { RelayOption, RetryPolicy, Timeouts } from '@waraq/client'
import { WaraqError, type ResourceRef } from '@waraq/contract'
import type { CatalogueList } from '../catalogue/content.ts'
import type { ListItems } from '../catalogue/lists.ts'
import type { FreshnessOption } from '../store/freshness.ts'
import type { LinkShape, Protocol } from '../link/protocol.ts'
import type { ReadRequest } from '../read/read-through.ts'
import type { SyncProgress, SyncReport } from '../run/report.ts'
import type { VerifyReport } from '../run/verify.ts'
import type { WakeAnswer } from '../schedule/scheduler.ts'
import type { ScheduleOptions } from '../schedule/settings.ts'
import type { Wake } from '../schedule/timetable.ts'
import type { EngineStatus } from '../status/status.ts'
import type { DropCandidate } from '../space/least-used.ts'
import type { StorageFull } from '../space/on-storage-full.ts'
import type { Recovery } from '../store/open/open-database.ts'
import type { SubscribeOptions, SyncOptions } from '../api/sync-engine.ts'

/** Options of an engine in a worker: plain data only. Each means the same as in `SyncEngineOptions`. */
export interface RemoteEngineOptions {
  readonly contentRoot: string
  /** The relay that the worker asks, for tokens or as a proxy for content. Tokens never reach the page. */
  readonly relay: RelayOption
  readonly version?: string | undefined
  readonly name?: string | undefined
  readonly perPage?: number | undefined
  readonly snapshotConcurrency?: number | undefined
  readonly maxPages?: number | undefined
  readonly retry?: Partial<RetryPolicy> | undefined
  readonly timeouts?: Timeouts | undefined
  readonly maxSnapshotBytes?: number | undefined
  readonly freshness?: FreshnessOption | undefined
  readonly recovery?: Partial<Recovery> | undefined
  /** Where there is no room, the worker asks the page what to drop. */
  readonly asksWhatToDrop?: boolean | undefined
}

/** Methods of an engine in a worker. Signals and progress travel beside the input. */
export interface EngineMethods {
  subscribe(input: { readonly filter: string } & SubscribeOptions): string
  keep(input: { readonly filters: readonly string[] } & SubscribeOptions): readonly string[]
  unsubscribe(input: { readonly filter: string }): void
  sync(input: Pick<SyncOptions, 'filters' | 'budget' | 'joinRunning'>): SyncReport
  keepCurrent(input: ScheduleOptions): void
  pause(input: null): void
  resume(input: null): void
  wake(input: { readonly kind: Wake }): WakeAnswer
  status(input: null): EngineStatus
  droppable(input: null): readonly DropCandidate[]
  noteEviction(input: { readonly evicted: boolean }): void
  resync(input: { readonly filter: string } & Pick<SyncOptions, 'budget' | 'joinRunning'>): SyncReport
  verify(input: { readonly ref: ResourceRef }): VerifyReport
  available(input: null): readonly ResourceRef[]
  listNames(input: { readonly list: CatalogueList; readonly language: string }): ListItems
  /** Reads for a page that cannot open the database. */
  read(input: ReadRequest): unknown
}

export interface EngineShape extends LinkShape {
  readonly options: RemoteEngineOptions
  readonly methods: EngineMethods
  readonly progress: SyncProgress
  readonly status: EngineStatus
  /** Asks the page what may be dropped where there is no room. The worker waits ten seconds for the answer. */
  readonly question: StorageFull
  readonly answer: readonly string[]
}

/** Prefix of the names of the engine workers' life locks. */
export const engineLives = 'waraq:life:'

const withDeadline = {}
const noDeadline = { noDeadline: true } as const

export const engineProtocol: Protocol<EngineShape> = {
  version: 8,
  methods: {
    subscribe: withDeadline,
    keep: noDeadline,
    unsubscribe: noDeadline,
    sync: noDeadline,
    keepCurrent: withDeadline,
    pause: withDeadline,
    resume: withDeadline,
    wake: noDeadline,
    status: withDeadline,
    droppable: withDeadline,
    noteEviction: withDeadline,
    resync: noDeadline,
    verify: noDeadline,
    available: noDeadline,
    listNames: { ...noDeadline, rows: true },
    read: { rows: true },
  },
  lifeLocks: engineLives,
  door: '@waraq/engine/worker',
  refused: 'invalid_option',
  closed: () => new WaraqError({ code: 'engine_closed', message: 'The engine was closed. Connect again.' }),
}
