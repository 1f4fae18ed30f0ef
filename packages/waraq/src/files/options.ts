import { createFileClient, type FileClient } from '../client/files/file-client.ts'
import { systemClock, type Clock } from '../client/clock.ts'
import type { RetryPolicy } from '../client/retry-policy.ts'
import type { Timeouts } from '../client/options.ts'
import { WaraqError } from '@waraq/protocol'
import { browserCaches } from '../platform/storage/browser-caches.ts'
import type { BrowserStorage } from '../platform/storage/storage-figures.ts'
import type { Locks } from '../platform/locks/locks.ts'
import { type NavigatorLike, readConditions } from '../platform/conditions.ts'
import { pageStorage } from '../platform/storage/browser-parts.ts'
import { listen } from '../platform/listen.ts'
import { processLocks } from '../platform/locks/process-locks.ts'
import { wholeNumber } from '../platform/option-values.ts'
import type { ContentStore } from '../store/read/content-store.ts'
import { internalsOf, type StoreInternals } from '../store/read/store-internals.ts'
import type { FileCaches } from './file-cache.ts'
import type { ListFiles } from './file-list.ts'

/** Options that the entry points of all kinds of files share. */
export interface FileOptions {
  /** A store of `openContentStore`. Its library names the files and records which of them are kept. */
  readonly store: ContentStore
  /**
   * Origins that files are fetched from, such as `https://static.example.org`: https, or http on a loopback host. Files of
   * other origins are not requested.
   */
  readonly hosts: readonly string[]
  /** Files fetched at a time, 1 to 16. Default 4. */
  readonly concurrency?: number | undefined
  /** Whether files that no call of this page requests wait while the browser's data saver is on. Default true. */
  readonly heedDataSaver?: boolean | undefined
  /** Retries of one file. Default: 5 attempts, 500 ms first ceiling, 30 s longest delay. */
  readonly retry?: Partial<RetryPolicy> | undefined
  /** Timeouts of one response, in milliseconds. Default: 30 s for the headers and between bytes, 10 minutes for its body. */
  readonly timeouts?: Timeouts | undefined
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
  /** Storage for the files. Default: the browser's Cache Storage. */
  readonly caches?: FileCaches | undefined
  /** Locks that let one tab at a time fetch the files of a resource. Default: `navigator.locks`, else locks within this page. */
  readonly locks?: Locks | undefined
  readonly clock?: Clock | undefined
  /** From 0 inclusive to 1 exclusive. */
  readonly random?: (() => number) | undefined
  /** Reports how much room there is. Default: `navigator.storage`. */
  readonly storage?: BrowserStorage | null | undefined
  /** Default: the page's `navigator`. */
  readonly navigator?: FileNavigator | undefined
  /** Target of `online` events. Default: the page. */
  readonly page?: Events | undefined
}

type Events = Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>>

/** The parts of `navigator` that report whether data is to be saved, and when that changes. */
export interface FileNavigator extends NavigatorLike {
  readonly connection?: (NonNullable<NavigatorLike['connection']> & Events) | null | undefined
}

export interface FilesOptions<Place> extends FileOptions {
  /** Name of the caches and of the entries of the record, in lower-case letters: `fonts`, `recordings`. */
  readonly kind: string
  readonly listOf: ListFiles<Place>
  /** An address without a host belongs to the origin of this root. `hosts` has to list that origin as well. */
  readonly contentRoot?: string | URL | undefined
  /** An address without a host is relative to this one. `hosts` has to list its origin as well. */
  readonly base?: string | URL | undefined
  /** Maximum bytes of a file if no row states its length. */
  readonly mostBytes: number
  /** Number of parts of a resource, which are numbered from 1. Default: none, it is kept as a unit. */
  readonly parts?: number | undefined
  /**
   * Returns the media type of a file from its `content-type` and its first bytes (64, if it has that many), or null if it is not
   * of this kind. Required for files without a hash.
   */
  readonly typeOf?: ((contentType: string | null, bytes: Uint8Array) => string | null) | undefined
}

/** The options with their defaults. */
export interface FilesSettings<Place> {
  readonly kind: string
  readonly listOf: ListFiles<Place>
  readonly mostBytes: number
  readonly parts: number
  readonly typeOf: (contentType: string | null, bytes: Uint8Array) => string | null
  /** Parts of the store that are not public. */
  readonly internals: StoreInternals
  readonly client: FileClient
  readonly concurrency: number
  readonly caches: FileCaches | undefined
  readonly locks: Locks
  readonly clock: Clock
  readonly random: () => number
  readonly storage: BrowserStorage | null
  /** Whether work that no person waits for should be delayed to save data. */
  readonly savesData: () => boolean
  /**
   * Calls the listener when the device is online again, or when its connection changes, such as its data saver. Returns a
   * function that stops this.
   */
  readonly onConditions: (listener: () => void) => () => void
}

function noStore(): WaraqError {
  return new WaraqError({
    code: 'invalid_option',
    message: 'The option store is not from openContentStore of this waraq. Give the store that it returned.',
    details: { option: 'store' },
  })
}

/** @throws {WaraqError} `invalid_option`, `invalid_content_root` */
export function resolveFilesOptions<Place>(options: FilesOptions<Place>): FilesSettings<Place> {
  const internals = internalsOf.get(options.store)
  if (!internals) throw noStore()
  const { hosts, contentRoot, base, retry, timeouts, fetch, random, clock = systemClock } = options
  const browser: { navigator?: FileNavigator & { locks?: Locks } } & Events = globalThis as never
  const navigator = options.navigator ?? browser.navigator
  const heeds = options.heedDataSaver ?? true
  return {
    kind: options.kind,
    listOf: options.listOf,
    mostBytes: options.mostBytes,
    parts: options.parts ?? 0,
    typeOf: options.typeOf ?? (() => 'application/octet-stream'),
    internals,
    client: createFileClient({ hosts, contentRoot, base, retry, timeouts, fetch, random, clock }),
    concurrency: wholeNumber('concurrency', options.concurrency ?? 4, 1, 16),
    caches: options.caches ?? browserCaches(),
    locks: options.locks ?? browser.navigator?.locks ?? processLocks(options.caches ?? globalThis),
    clock,
    random: random ?? Math.random,
    storage: options.storage === undefined ? pageStorage() : options.storage,
    savesData: () => heeds && readConditions(navigator).saveData === true,
    onConditions: (listener) =>
      listen([
        [options.page ?? browser, 'online', listener],
        [navigator?.connection, 'change', listener],
      ]),
  }
}
