import type {
  CatalogueItem,
  CatalogueKind,
  Chapter,
  ResourceRef,
  SyncPage,
  WaraqError,
} from '@waraq/protocol'
import type { Clock } from './clock.ts'
import type { RetryPolicy } from './retry-policy.ts'
import type { CallerOptions } from './sent-headers.ts'
import type { TokenSource } from './token-source.ts'

/** Kind of a request. */
export type AddressKind = 'sync' | 'page' | 'snapshot' | 'catalogue' | 'chapters'

/** A failed try that will be repeated. */
export interface RetryNotice {
  address: AddressKind
  /** Number of the failed try, from 1. */
  attempt: number
  /** Milliseconds until the next try. */
  delayMs: number
  error: WaraqError
}

export interface Timeouts {
  /** Milliseconds from sending a request to the headers of its answer. Default 30,000. */
  headersMs?: number
  /** Milliseconds without any byte of a body. Default 30,000. */
  idleMs?: number
  /** Milliseconds of waiting for a complete body, even one that trickles steadily. Default 3,600,000. */
  totalMs?: number
}

/** The application's own server, which answers in the service's place and adds the token itself. */
export interface ContentProxy extends CallerOptions {
  /** Root that the paths of the service are appended to, such as `/content`. A relative one is resolved against the page. */
  readonly root: string | URL
}

/** How content is accessed: with tokens from the service itself, or through a proxy. Exactly one of the two. */
export type ContentAccess =
  | { readonly tokens: TokenSource; readonly proxy?: undefined }
  | { readonly proxy: ContentProxy; readonly tokens?: undefined }

export type ContentClientOptions = ContentAccess & ClientSettings

interface ClientSettings {
  /**
   * Root of the content API, such as `https://example.org/content`, or `/content` on the origin of the page. Must be https,
   * or http on a loopback host or that origin. With a proxy it only names the service, and no request goes to it.
   */
  contentRoot: string | URL
  /** Default: the global `fetch`. */
  fetch?: typeof fetch | undefined
  /** Default: 5 attempts, 500 ms first ceiling, 30 s longest delay. */
  retry?: Partial<RetryPolicy> | undefined
  /** Ends every call of this client. */
  signal?: AbortSignal | undefined
  /** Default: `systemClock`. */
  clock?: Clock | undefined
  /** From 0 inclusive to 1 exclusive. Default: `Math.random`. */
  random?: (() => number) | undefined
  timeouts?: Timeouts | undefined
  /** Maximum length of a JSON answer (not a snapshot) in bytes; a longer one fails. Default 16 MiB. */
  maxPageBytes?: number | undefined
  /**
   * Maximum length of a snapshot in bytes; a longer one fails. Default 256 MiB: the longest string of a browser is not much
   * longer.
   */
  maxSnapshotBytes?: number | undefined
  /** Called before the delay of each retry. */
  onRetry?: ((notice: RetryNotice) => void) | undefined
  /**
   * Whether a service worker of the site may answer requests. If so, each address gets a unique parameter `_`, because a
   * worker that answers from its cache finds its stored answers by address. Default: true in a page and in its workers.
   */
  isIntercepted?: boolean | undefined
}

export interface CallOptions {
  signal?: AbortSignal | undefined
}

/** First request of a batch. The filter may be in any order; its canonical form is sent. */
export type SyncRequest = {
  filter: string
  /** Changes per page, 1 to 100. Default: the service's own, 50. */
  perPage?: number | undefined
} & ({ bootstrap: true } | { syncToken: string })

export type SyncAnswer = {
  page: SyncPage
  /** Bytes of the body after decompression. */
  bytes: number
  /** The service's clock when it answered, in milliseconds since the epoch; null if it did not report it. */
  serverTime: number | null
}

/** A snapshot that is being downloaded. Its body can be read once. */
export interface SnapshotDownload {
  /**
   * The body after decompression. A chunk is valid only until the next one is requested: chunks may share memory. Throws
   * `timeout`, `truncated_body` or `aborted`.
   */
  readonly chunks: AsyncIterable<Uint8Array>
  /** Returns the complete body as text. For small snapshots. */
  text(): Promise<string>
  /** Bytes that `chunks` will yield; null if the answer does not report it or is compressed. */
  readonly bytesExpected: number | null
  /** Number of the try, from 1. */
  readonly attempt: number
  /** Aborted as soon as this try ends, by success, failure or cancellation. */
  readonly signal: AbortSignal
  /** As in `SyncAnswer`. */
  readonly serverTime: number | null
  /**
   * Marks an error as caused by this answer, and returns it to be thrown: `throw download.refused(error)`. The request is
   * then tried again if the error is retryable.
   */
  readonly refused: <E extends WaraqError>(error: E) => E
}

/** Client of the content API. All failures are `WaraqError`s; the guide lists their codes. */
export interface ContentClient {
  /** Sends the first request of a batch: a bootstrap, or the changes since a sync token. */
  sync(request: SyncRequest, options?: CallOptions): Promise<SyncAnswer>
  /** Requests a later page. Takes `next_page_url` exactly as received from the service. */
  syncPage(nextPageUrl: string, options?: CallOptions): Promise<SyncAnswer>
  /**
   * Downloads the snapshot of a resource, named by reference or by the `snapshot_url` of a change. `read` consumes it.
   * Request and `read` are tried again together if the answer is at fault: its body broke off, or `read` threw an error that
   * it passed to `refused`. `read` has to start from nothing each time. Any other error of `read`, such as a storage failure,
   * ends the call immediately: another answer would not avoid it.
   */
  snapshot<T>(
    target: ResourceRef | string,
    read: (download: SnapshotDownload) => Promise<T>,
    options?: CallOptions,
  ): Promise<T>
  /** Names and authors of resources, for display. Items of unknown shape are left out. */
  catalogue(
    kind: CatalogueKind,
    options?: CallOptions & { language?: string | undefined },
  ): Promise<CatalogueItem[]>
  /** The chapters. Items of unknown shape are left out. */
  chapters(options?: CallOptions & { language?: string | undefined }): Promise<Chapter[]>
}
