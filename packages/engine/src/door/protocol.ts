import type { ResourceRef } from '@waraq/contract'
import type { RelayOption, RetryPolicy, Timeouts } from '@waraq/client'
import type { FreshnessOption } from '../freshness.ts'
import type { ReadRequest } from '../read/read-through.ts'
import type { SyncProgress } from '../run/report.ts'
import type { ScheduleOptions } from '../schedule/settings.ts'
import type { Wake } from '../schedule/timetable.ts'
import type { StorageFull } from '../storage-care/on-storage-full.ts'
import type { Recovery } from '../store/home.ts'
import type { SubscribeOptions, SyncOptions } from '../sync-engine.ts'

/**
 * The messages that cross between page and worker. No logic. Bump the version whenever their meaning changes: a page and
 * a worker of different versions refuse each other instead of misunderstanding. `open` keeps its name and its first
 * argument in every version, or the refusal itself would not be understood.
 */
export const protocolVersion = 7

/** Options of an engine that lives in a worker: plain data only. Each is that of `SyncEngineOptions` by its name. */
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
  /** The page wants to be asked what to drop where there is no room. */
  readonly asksWhatToDrop?: boolean | undefined
}

/** An error as it crosses: structured cloning would drop its class, code and cause. */
export interface WireError {
  readonly name: string
  readonly message: string
  readonly code?: string
  readonly retryable?: boolean
  readonly retryAt?: number
  readonly status?: number
  readonly details?: Readonly<Record<string, unknown>>
  readonly part?: string
  readonly stack?: string
  readonly cause?: WireError
}

export type Reply<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: WireError }

/** The arguments of a remote call; signal, progress and statuses travel beside them. */
export interface RemoteCalls {
  subscribe: { readonly filter: string } & SubscribeOptions
  keep: { readonly filters: readonly string[] } & SubscribeOptions
  unsubscribe: { readonly filter: string }
  sync: Pick<SyncOptions, 'filters' | 'budget' | 'joinRunning'>
  keepCurrent: ScheduleOptions
  pause: Record<never, never>
  resume: Record<never, never>
  wake: { readonly kind: Wake }
  status: Record<never, never>
  droppable: Record<never, never>
  /** Statuses from now on come to the page under this number. */
  watch: { readonly watch: number }
  unwatch: { readonly watch: number }
  noteEviction: { readonly evicted: boolean }
  resync: { readonly filter: string } & Pick<SyncOptions, 'budget' | 'joinRunning'>
  verify: { readonly ref: ResourceRef }
  close: Record<never, never>
}
export type RemoteMethod = keyof RemoteCalls

/** What the worker answers to `open`. */
export interface Opened {
  /** Name of the Web Lock that the worker holds for as long as it lives; null where it could take none. */
  readonly lifeLock: string | null
}

/** What the worker exposes. Replies are values, never rejections, so that errors cross whole. */
export interface EngineDoor {
  /**
   * Begins a session on `port`. Everything else goes through it, in both directions: so a reply never overtakes the
   * progress before it, no call needs a port of its own, and closing one port ends all of it.
   */
  open(protocol: number, options: RemoteEngineOptions, port: MessagePort): Promise<Reply<Opened>>
}

/** What the worker exposes on the session's port. */
export interface SessionDoor {
  /** `progress` tells whether the page wants to hear of it. */
  call<Method extends RemoteMethod>(
    id: number,
    method: Method,
    input: RemoteCalls[Method],
    progress: boolean,
  ): Promise<Reply<unknown>>
  /** Reads where the page can open no database. Rows cross as they are: there are no errors among them to be kept whole. */
  read(request: ReadRequest): Promise<Reply<unknown>>
  /** Cancels a call; it then replies with the error of cancelled work. */
  abort(id: number): void
  /** Any answer will do: it shows that the worker's loop goes round. */
  ping(): null
}

/** What the page exposes on the session's port. */
export interface PageDoor {
  progress(call: number, progress: SyncProgress): void
  /** An `EngineStatus`, packed. */
  status(watch: number, status: unknown): void
  /** Why a watch is told no status at present. */
  problem(watch: number, problem: WireError): void
  /** Filters that may be dropped. The worker waits a few seconds for it only. */
  storageFull(full: StorageFull): Promise<readonly string[]>
}
