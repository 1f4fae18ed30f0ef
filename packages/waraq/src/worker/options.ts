import { absoluteAddress } from '../client/content-root.ts'
import {
  resolveDeadlines,
  type Deadlines,
  type LinkDependencies,
  type LinkSettings,
} from '../link/settings.ts'
import type { ReadThrough } from '../store/read/read-through.ts'
import type { SyncTrigger } from '../sync/schedule/timetable.ts'
import type { OnStorageFull } from '../sync/space/on-storage-full.ts'
import type { SyncEngine } from '../sync/api/sync-engine.ts'
import type { SessionDependencies } from './browser-session.ts'
import { crossingOptions, engineProtocol, type EngineShape, type RemoteEngineOptions } from './protocol.ts'

/** The engine of a worker. If the page cannot open the database, its content store reads through this engine. */
export type ConnectedEngine = SyncEngine & ReadThrough

/**
 * `callMs` does not apply to long calls: `sync`, `wake`, `resync`, `verify`, `unsubscribe`, `setSubscriptions`, `available`,
 * `listNames`.
 */
export interface ConnectOptions
  extends Omit<RemoteEngineOptions, 'contentRoot' | 'asksWhatToDrop'>, Deadlines {
  /** Root of the content API, such as `https://example.org/content`, or `/content` on the origin of the page. */
  readonly contentRoot: string | URL
  /**
   * Called in this page if there is no room for content. Receives the candidates, least used first, and returns the
   * subscriptions that may be dropped. Without this option, or without an answer within ten seconds, nothing is dropped.
   */
  readonly onStorageFull?: OnStorageFull | undefined
  /** Starts the worker with the first call or watch, so that a page can read before that. Default false: immediately. */
  readonly lazy?: boolean | undefined
  /**
   * Creates an engine in the page's own thread if a policy or the browser refuses workers:
   * `async () => createSyncEngine(...)`. All calls go to it from then on.
   */
  readonly fallback?: (() => Promise<SyncEngine>) | undefined
  /**
   * False: development builds do not log runs and problems to the console. To log them in other builds, call `logToConsole`
   * of `waraq`.
   */
  readonly log?: false | undefined
}

/** Platform dependencies of a connected engine. */
export interface RemoteDependencies extends LinkDependencies {
  /**
   * Calls the listener on events that may trigger a sync: the page is shown again, the network is back. Returns a function
   * that removes the listener.
   */
  readonly watchTriggers?: ((listener: (kind: SyncTrigger) => void) => () => void) | undefined
  /** Without it no page counts as the first of a session. */
  readonly session?: SessionDependencies | undefined
}

export interface RemoteSettings extends RemoteDependencies, LinkSettings<EngineShape> {
  readonly fallback: (() => Promise<SyncEngine>) | undefined
}

/** @throws {WaraqError} `invalid_option` */
export function resolveConnection(options: ConnectOptions, parts: RemoteDependencies): RemoteSettings {
  const { contentRoot, relay, fallback, lazy, onStorageFull } = options
  // Other properties of the object stay in the page.
  const crossing = Object.fromEntries(crossingOptions.map((option) => [option, options[option]]))
  return {
    ...parts,
    ...resolveDeadlines(options, engineProtocol.refused),
    protocol: engineProtocol,
    options: {
      ...crossing,
      relay,
      contentRoot: absoluteAddress(contentRoot),
      asksWhatToDrop: onStorageFull && true,
    },
    answer: async (full) => (await onStorageFull?.(full)) ?? [],
    fallback,
    lazy,
  }
}
