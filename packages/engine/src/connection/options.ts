import type { Clock } from '@waraq/client'
import { WaraqError } from '@waraq/contract'
import type { RemoteEngineOptions } from '../door/protocol.ts'
import type { Locks } from '../lock.ts'
import type { ReadThrough } from '../read/read-through.ts'
import type { Wake } from '../schedule/timetable.ts'
import type { OnStorageFull } from '../storage-care/on-storage-full.ts'
import type { SyncEngine } from '../sync-engine.ts'
import type { SessionParts } from './browser-session.ts'

/** The engine of a worker. The page's content store reads through it where the page itself can open no database. */
export type ConnectedEngine = SyncEngine & ReadThrough

/** Where the worker comes from. Only a function can give another one after the first was lost. */
export type WorkerSource = Worker | (() => Worker)

export interface ConnectOptions extends Omit<RemoteEngineOptions, 'contentRoot' | 'asksWhatToDrop'> {
  /** Root of the content API, such as `https://example.org/content`. */
  readonly contentRoot: string | URL
  /**
   * May drop subscriptions, least used first, where there is no room for what is wanted. Called in this page; without an
   * answer within ten seconds, as by default, nothing is dropped.
   */
  readonly onStorageFull?: OnStorageFull | undefined
  /** The worker is started with the first call or watch, so that a page can read before. Default false: at once. */
  readonly lazy?: boolean | undefined
  /** Milliseconds within which a worker has to answer the first message. Default 10,000. */
  readonly handshakeMs?: number | undefined
  /**
   * Milliseconds within which the worker has to reply to a call that it was given; then the call rejects with `timeout`.
   * Calls that may take long have no deadline: `sync`, `wake`, `resync`, `verify`, `unsubscribe`, `keep`. Default
   * 30,000.
   */
  readonly callMs?: number | undefined
  /**
   * Milliseconds between questions whether the worker still answers, asked while calls are in flight. After twice as long
   * without an answer it counts as hung, and is terminated. Default 10,000. Infinity: never asked.
   */
  readonly pingMs?: number | undefined
  /**
   * Gives an engine of the page's own thread where no worker could be started, because a policy or the browser refuses
   * them: `async () => createSyncEngine(...)`. Everything goes to it from then on.
   */
  readonly fallback?: (() => Promise<SyncEngine>) | undefined
  /**
   * False: the console is not told of runs and problems, as it is by default where a bundler builds for development. For it
   * elsewhere, call `logToConsole` of `@waraq/engine/devtools`.
   */
  readonly log?: false | undefined
}

/** What the connection uses of its surroundings. */
export interface ConnectionParts {
  readonly clock: Clock
  readonly locks: Locks | undefined
  /** Tells when the page comes back from the browser's back/forward cache. Returns what ends that. */
  readonly onReturn: (listener: () => void) => () => void
  /** Tells of what may call for a sync: the page is looked at again, the network came back. Returns what ends that. */
  readonly watchWakes?: ((listener: (kind: Wake) => void) => () => void) | undefined
  /** Without it no page counts as the first of a session. */
  readonly session?: SessionParts | undefined
}

export interface ConnectionSettings extends ConnectionParts {
  readonly remote: RemoteEngineOptions
  readonly onStorageFull: OnStorageFull | undefined
  readonly lazy: boolean
  readonly handshakeMs: number
  readonly callMs: number
  readonly pingMs: number
  readonly fallback: (() => Promise<SyncEngine>) | undefined
}

function duration(option: string, ms: number): number {
  if (ms > 0) return ms
  throw new WaraqError({
    code: 'invalid_option',
    message: `The option ${option} is ${ms}; give a number of milliseconds above 0.`,
    details: { option },
  })
}

/**
 * Takes over by name what may cross, whatever else the object holds.
 * @throws {WaraqError} `invalid_option`
 */
export function resolveConnection(options: ConnectOptions, parts: ConnectionParts): ConnectionSettings {
  const { contentRoot, relay, version, name, perPage, snapshotConcurrency, maxPages } = options
  const { retry, timeouts, maxSnapshotBytes, freshness, recovery } = options
  const {
    handshakeMs = 10_000,
    callMs = 30_000,
    pingMs = 10_000,
    fallback,
    onStorageFull,
    lazy = false,
  } = options
  return {
    ...parts,
    remote: {
      contentRoot: String(contentRoot),
      relay,
      version,
      name,
      perPage,
      snapshotConcurrency,
      maxPages,
      retry,
      timeouts,
      maxSnapshotBytes,
      freshness,
      recovery,
      ...(onStorageFull ? { asksWhatToDrop: true } : {}),
    },
    onStorageFull,
    lazy,
    handshakeMs: duration('handshakeMs', handshakeMs),
    callMs: duration('callMs', callMs),
    pingMs: duration('pingMs', pingMs),
    fallback,
  }
}
