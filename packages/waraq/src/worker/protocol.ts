import type { RelayOption } from '../client/content-access.ts'
import { WaraqError } from '@waraq/protocol'
import type { EngineCalls } from '../sync/api/sync-engine.ts'
import type { OwnOptions } from '../sync/engine/options.ts'
import type { LinkShape, Protocol } from '../link/protocol.ts'
import type { ReadThrough } from '../store/read/read-through.ts'
import type { SyncProgress } from '../sync/run/report.ts'
import type { StorageFull } from '../sync/space/on-storage-full.ts'
import type { EngineStatus } from '../sync/status/status.ts'

/**
 * Options of an engine in a worker: plain data only. An option of `SyncEngineOptions` is sent to the worker only if its name
 * is listed here.
 */
export const crossingOptions = [
  'appVersion',
  'name',
  'perPage',
  'snapshotConcurrency',
  'maxPages',
  'retry',
  'timeouts',
  'maxSnapshotBytes',
  'freshness',
  'recovery',
] as const satisfies readonly (keyof OwnOptions)[]

export interface RemoteEngineOptions extends Pick<OwnOptions, (typeof crossingOptions)[number]> {
  readonly contentRoot: string
  /** The relay that the worker uses, for tokens or as a proxy for content. Tokens never reach the page. */
  readonly relay: RelayOption
  /** The worker asks the page what to drop if there is no room. */
  readonly asksWhatToDrop?: boolean | undefined
}

/** Calls that the engine of a worker answers: calls of an engine, and reads if the page cannot open a database. */
export type RemoteCalls = Omit<EngineCalls, 'watch' | 'close'> & Pick<ReadThrough, 'read'>

export interface EngineShape extends LinkShape {
  readonly options: RemoteEngineOptions
  readonly methods: RemoteCalls
  readonly progress: SyncProgress
  readonly status: EngineStatus
  /** Asks the page what may be dropped if there is no room. The worker waits ten seconds for the answer. */
  readonly question: StorageFull
  readonly answer: readonly string[]
}

/** Prefix of the names of the engine workers' life locks. */
export const engineLives = 'waraq:life:'

const withDeadline = {}
const noDeadline = { noDeadline: true } as const

export const engineProtocol: Protocol<EngineShape> = {
  version: 10,
  methods: {
    subscribe: withDeadline,
    setSubscriptions: noDeadline,
    unsubscribe: noDeadline,
    prioritize: withDeadline,
    sync: { ...noDeadline, options: 0 },
    startAutoSync: withDeadline,
    pause: withDeadline,
    resume: withDeadline,
    wake: { ...noDeadline, options: 1 },
    status: withDeadline,
    droppable: withDeadline,
    noteEviction: withDeadline,
    resync: { ...noDeadline, options: 1 },
    verify: { ...noDeadline, options: 1 },
    available: { ...noDeadline, options: 0 },
    listNames: { ...noDeadline, rows: true, options: 2 },
    read: { rows: true },
  },
  lifeLocks: engineLives,
  connection: 'waraq/worker',
  refused: 'invalid_option',
  closed: () => new WaraqError({ code: 'engine_closed', message: 'The engine was closed. Connect again.' }),
}
