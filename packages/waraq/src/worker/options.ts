import { absoluteAddress } from '../client/content-root.ts'
import { resolveDeadlines, type Deadlines, type LinkParts, type LinkSettings } from '../link/settings.ts'
import type { ReadThrough } from '../store/read/read-through.ts'
import type { Wake } from '../sync/schedule/timetable.ts'
import type { OnStorageFull } from '../sync/space/on-storage-full.ts'
import type { SyncEngine } from '../sync/api/sync-engine.ts'
import type { SessionParts } from './browser-session.ts'
import { crossingOptions, engineProtocol, type EngineShape, type RemoteEngineOptions } from './protocol.ts'

/** The engine of a worker. Where the page cannot open the database, its content store reads through this engine. */
export type ConnectedEngine = SyncEngine & ReadThrough

/**
 * `callMs` does not apply to calls that may take long: `sync`, `wake`, `resync`, `verify`, `unsubscribe`, `setSubscriptions`, `available`,
 * `listNames`.
 */
export interface ConnectOptions
  extends Omit<RemoteEngineOptions, 'contentRoot' | 'asksWhatToDrop'>, Deadlines {
  /** Root of the content API, such as `https://example.org/content`, or `/content` on the origin of the page. */
  readonly contentRoot: string | URL
  /**
   * Called in this page where there is no room for content: returns the subscriptions that may be dropped. It is given the
   * candidates, least used first. Without this option, or without an answer within ten seconds, nothing is dropped.
   */
  readonly onStorageFull?: OnStorageFull | undefined
  /** Starts the worker with the first call or watch, so that a page can read before. Default false: at once. */
  readonly lazy?: boolean | undefined
  /**
   * Makes an engine in the page's own thread where a policy or the browser refuses workers:
   * `async () => createSyncEngine(...)`. All calls go to it from then on.
   */
  readonly fallback?: (() => Promise<SyncEngine>) | undefined
  /**
   * False: development builds log no runs and problems to the console. To log them in other builds, call `logToConsole` of
   * `waraq/devtools`.
   */
  readonly log?: false | undefined
}

/** Parts of the platform that a connected engine uses. */
export interface RemoteParts extends LinkParts {
  /**
   * Calls the listener on events that may call for a sync: the page is shown again, the network came back. Returns a function
   * that ends this.
   */
  readonly watchWakes?: ((listener: (kind: Wake) => void) => () => void) | undefined
  /** Without it no page counts as the first of a session. */
  readonly session?: SessionParts | undefined
}

export interface RemoteSettings extends RemoteParts, LinkSettings<EngineShape> {
  readonly fallback: (() => Promise<SyncEngine>) | undefined
}

/** @throws {WaraqError} `invalid_option` */
export function resolveConnection(options: ConnectOptions, parts: RemoteParts): RemoteSettings {
  const { contentRoot, relay, fallback, lazy, onStorageFull } = options
  // Whatever else the object holds stays here.
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
