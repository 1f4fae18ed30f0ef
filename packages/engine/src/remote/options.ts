import { resolveDeadlines, type Deadlines, type LinkParts, type LinkSettings } from '../link/settings.ts'
import type { ReadThrough } from '../read/read-through.ts'
import type { Wake } from '../schedule/timetable.ts'
import type { OnStorageFull } from '../space/on-storage-full.ts'
import type { SyncEngine } from '../api/sync-engine.ts'
import type { SessionParts } from './browser-session.ts'
import { crossingOptions, engineProtocol, type EngineShape, type RemoteEngineOptions } from './protocol.ts'

/** The engine of a worker. The page's content store reads through it where the page itself can open no database. */
export type ConnectedEngine = SyncEngine & ReadThrough

/** `callMs` is no limit for what may take long: `sync`, `wake`, `resync`, `verify`, `unsubscribe`, `keep`, `available`, `listNames`. */
export interface ConnectOptions
  extends Omit<RemoteEngineOptions, 'contentRoot' | 'asksWhatToDrop'>, Deadlines {
  /** Root of the content API, such as `https://example.org/content`. */
  readonly contentRoot: string | URL
  /**
   * May drop subscriptions, least used first, where there is no room for what is wanted. Called in this page; without an
   * answer within ten seconds, as by default, nothing is dropped.
   */
  readonly onStorageFull?: OnStorageFull | undefined
  /** The worker is started with the first call or watch, so that a page can read before. Default false: at once. */
  readonly lazy?: boolean | undefined
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

/** What a connected engine uses of its surroundings. */
export interface RemoteParts extends LinkParts {
  /** Tells of what may call for a sync: the page is looked at again, the network came back. Returns what ends that. */
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
      contentRoot: String(contentRoot),
      asksWhatToDrop: onStorageFull && true,
    },
    answer: async (full) => (await onStorageFull?.(full)) ?? [],
    fallback,
    lazy,
  }
}
