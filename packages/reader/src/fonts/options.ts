import { createFileClient, systemClock, type Clock, type FileClient } from '@waraq/client'
import type { RetryPolicy, Timeouts } from '@waraq/client'
import { WaraqError } from '@waraq/contract'
import {
  browserCaches,
  type BrowserStorage,
  type Locks,
  pageStorage,
  processLocks,
  wholeNumber,
} from '@waraq/browser'
import type { ContentStore } from '@waraq/engine'
import { internalsOf, type StoreInternals } from '@waraq/engine/files'
import type { FontCaches } from './font-cache.ts'

/** Makes a font of bytes; `globalThis.FontFace`. */
export type MakeFontFace = new (family: string, source: ArrayBuffer) => FontFace

export interface FontsOptions {
  /** A store of `openContentStore`. Its library names the fonts and records which of them are kept. */
  readonly store: ContentStore
  /**
   * Origins that fonts are fetched from, such as `https://static.example.org`: https, or http on a loopback host. Fonts of
   * other origins are not requested.
   */
  readonly hosts: readonly string[]
  /** Root of the content API. A font's address without a host belongs to its origin, which `hosts` has to list as well. */
  readonly contentRoot?: string | URL | undefined
  /** Fonts fetched at a time, 1 to 16. Default 4. */
  readonly concurrency?: number | undefined
  /** Retries of one file. Default: 5 attempts, 500 ms first ceiling, 30 s longest delay. */
  readonly retry?: Partial<RetryPolicy> | undefined
  /** Timeouts of one file, in milliseconds. Default: 30 s for the headers and between bytes, 10 minutes for the whole file. */
  readonly timeouts?: Timeouts | undefined
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
  /** Storage for the fonts. Default: the browser's Cache Storage. */
  readonly caches?: FontCaches | undefined
  /** Locks by which one tab at a time fetches the fonts of a mushaf. Default: `navigator.locks`, else locks within this page. */
  readonly locks?: Locks | undefined
  readonly clock?: Clock | undefined
  /** From 0 inclusive to 1 exclusive. */
  readonly random?: (() => number) | undefined
  /** Default: `navigator.storage`. Tells how much room there is. */
  readonly storage?: BrowserStorage | null | undefined
  /** Default: the global one. */
  readonly FontFace?: MakeFontFace | undefined
}

/** The options with their defaults. */
export interface FontsSettings {
  readonly store: ContentStore
  /** Parts of the store that are not public. */
  readonly internals: StoreInternals
  readonly files: FileClient
  readonly concurrency: number
  readonly caches: FontCaches | undefined
  readonly locks: Locks
  readonly clock: Clock
  readonly storage: BrowserStorage | null
  readonly FontFace: MakeFontFace | undefined
}

function noStore(): WaraqError {
  return new WaraqError({
    code: 'invalid_option',
    message:
      'The option store is not from openContentStore of this @waraq/engine. Give the store that it returned.',
    details: { option: 'store' },
  })
}

/** @throws {WaraqError} `invalid_option`, `invalid_content_root` */
export function resolveFontsOptions(options: FontsOptions): FontsSettings {
  const internals = internalsOf.get(options.store)
  if (!internals) throw noStore()
  const { hosts, contentRoot, retry, timeouts, fetch, random, clock = systemClock } = options
  const browser: { navigator?: { locks?: Locks }; FontFace?: MakeFontFace } = globalThis as never
  return {
    store: options.store,
    internals,
    files: createFileClient({ hosts, contentRoot, retry, timeouts, fetch, random, clock }),
    concurrency: wholeNumber('concurrency', options.concurrency ?? 4, 1, 16),
    caches: options.caches ?? browserCaches(),
    locks: options.locks ?? browser.navigator?.locks ?? processLocks(options.caches ?? globalThis),
    clock,
    storage: options.storage === undefined ? pageStorage() : options.storage,
    FontFace: options.FontFace ?? browser.FontFace,
  }
}
