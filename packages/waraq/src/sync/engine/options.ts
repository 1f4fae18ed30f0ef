import { systemClock, type Clock } from '../../client/clock.ts'
import type { ContentAccess, Timeouts } from '../../client/options.ts'
import type { RetryPolicy } from '../../client/retry-policy.ts'
import { perPageLimits } from '@waraq/protocol'
import { resolveFreshness, type Freshness, type FreshnessOption } from '../../store/freshness.ts'
import {
  askStorage,
  type BrowserStorage,
  type StorageFigures,
} from '../../platform/storage/storage-figures.ts'
import { broadcastChannel, type OpenChannel } from '../../platform/channel.ts'
import { type Conditions, type NavigatorLike, readConditions } from '../../platform/conditions.ts'
import { defaultName, wholeNumber } from '../../platform/option-values.ts'
import type { Locks } from '../../platform/locks/locks.ts'
import { processLocks } from '../../platform/locks/process-locks.ts'
import type { OnStorageFull } from '../space/on-storage-full.ts'
import type { Recovery } from '../../store/open/open-database.ts'
import type { LoadMemory } from '../../store/open/memory.ts'

/** Options of an engine, with `tokens` or with a `proxy`. */
export type SyncEngineOptions = ContentAccess & OwnOptions

/** Options that do not depend on how the engine gets access to the content. */
export interface OwnOptions {
  /**
   * Root of the content API, such as `https://example.org/content`, or `/content` on the origin of the page. With a proxy, it
   * only names the service.
   */
  readonly contentRoot: string | URL
  /** Version of the application. A page with another version immediately retries what failed before instead of waiting. */
  readonly appVersion?: string | undefined
  /** Name of the database; use one for each environment of the service. Default `waraq`. */
  readonly name?: string | undefined
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
  /** Changes per page of the feed, 1 to 100. Default 100. */
  readonly perPage?: number | undefined
  /**
   * Snapshots downloaded at a time. Default 2. A higher value shortens a bootstrap only if the network limits each download,
   * and delays the first readable resource.
   */
  readonly snapshotConcurrency?: number | undefined
  /** Pages after which a batch counts as endless. Default 10,000. */
  readonly maxPages?: number | undefined
  readonly retry?: Partial<RetryPolicy> | undefined
  readonly timeouts?: Timeouts | undefined
  /** Bytes after which the download of a snapshot is aborted. Default 256 MiB. */
  readonly maxSnapshotBytes?: number | undefined
  readonly freshness?: FreshnessOption | undefined
  /**
   * What to do about a database that can no longer be opened, which browsers occasionally leave behind: recreate it, or else
   * keep the library in memory. Default: both with the browser's own IndexedDB, neither if `indexedDB` is given.
   */
  readonly recovery?: Partial<Recovery> | undefined
  readonly clock?: Clock | undefined
  /** From 0 inclusive to 1 exclusive. */
  readonly random?: (() => number) | undefined
  /** Locks that elect the single writing engine. Default: `navigator.locks`, or locks of the process in older Node versions. */
  readonly locks?: Locks | undefined
  /**
   * The channel between engines of one database. Default: `BroadcastChannel`, if it exists and the browser's own IndexedDB is
   * used. Null: no channel; then only the writing engine reports progress.
   */
  readonly channel?: OpenChannel | null | undefined
  readonly indexedDB?: IDBFactory | undefined
  /**
   * Cache Storage, in which pages keep files (`waraq/files`). The engine deletes the files of removed resources. Default: the
   * browser's own.
   */
  readonly caches?: Pick<CacheStorage, 'delete'> | undefined
  /** Reports how much storage is available, and whether the browser persists it. Default: `navigator.storage` if it exists. */
  readonly storage?: BrowserStorage | undefined
  /** Called when there is no room for wanted content. Chooses subscriptions to drop. Default: no subscription is dropped. */
  readonly onStorageFull?: OnStorageFull | undefined
  /** Required together with `indexedDB`. */
  readonly IDBKeyRange?: typeof globalThis.IDBKeyRange | undefined
}

export interface Settings {
  readonly name: string
  /** Identifies the addresses that the engine requests and the version of the application. */
  readonly configuration: string
  readonly perPage: number
  readonly snapshotConcurrency: number
  readonly maxPages: number
  readonly freshness: Freshness
  readonly recovery: Recovery
  readonly loadMemory: LoadMemory | undefined
  readonly clock: Clock
  readonly random: () => number
  readonly locks: Locks
  readonly openChannel: OpenChannel | undefined
  readonly indexedDB: IDBFactory | undefined
  readonly IDBKeyRange: typeof globalThis.IDBKeyRange | undefined
  readonly caches: Pick<CacheStorage, 'delete'> | undefined
  readonly conditions: () => Conditions
  /** Never rejects. */
  readonly storageFigures: () => Promise<StorageFigures>
  readonly onStorageFull: OnStorageFull | undefined
}

/** Returns the browser's channel, or undefined if `indexedDB` is given: other tabs do not share that database. */
function browserChannel({ indexedDB }: SyncEngineOptions): OpenChannel | undefined {
  if (indexedDB || typeof BroadcastChannel === 'undefined') return undefined
  return broadcastChannel
}

/**
 * Returns whether the engine uses a relay or a proxy, and its address, as text that contains nothing of the requests. If both
 * are missing, the client rejects the options.
 */
function askedAt({ tokens, proxy }: ContentAccess): string {
  return proxy ? `proxy ${proxy.root}` : (tokens?.from ?? '')
}

/**
 * Resolves the options, with the browser's own implementations as defaults.
 * @throws {WaraqError} `invalid_option`
 */
export function resolveOptions(options: SyncEngineOptions, loadMemory?: LoadMemory): Settings {
  const { perPage = perPageLimits.most, snapshotConcurrency = 2, maxPages = 10_000 } = options
  const browser: NavigatorLike & { locks?: Locks; storage?: BrowserStorage } =
    typeof navigator === 'undefined' ? {} : navigator
  const storage = options.storage ?? browser.storage
  const clock = options.clock ?? systemClock
  return {
    name: options.name ?? defaultName,
    configuration: JSON.stringify([String(options.contentRoot), askedAt(options), options.appVersion ?? '']),
    perPage: wholeNumber('perPage', perPage, perPageLimits.least, perPageLimits.most),
    snapshotConcurrency: wholeNumber('snapshotConcurrency', snapshotConcurrency, 1, 16),
    maxPages: wholeNumber('maxPages', maxPages, 1, Number.MAX_SAFE_INTEGER),
    freshness: resolveFreshness(options.freshness),
    recovery: {
      recreate: options.recovery?.recreate ?? !options.indexedDB,
      memory: options.recovery?.memory ?? !options.indexedDB,
    },
    loadMemory,
    clock,
    random: options.random ?? Math.random,
    indexedDB: options.indexedDB,
    IDBKeyRange: options.IDBKeyRange,
    caches: options.caches,
    openChannel: options.channel === null ? undefined : (options.channel ?? browserChannel(options)),
    locks: options.locks ?? browser.locks ?? processLocks(options.indexedDB ?? globalThis),
    conditions: () => readConditions(browser),
    storageFigures: () => askStorage(storage, clock),
    onStorageFull: options.onStorageFull,
  }
}
