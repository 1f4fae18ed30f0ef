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

/** What a request asks for. */
export type AddressKind = 'sync' | 'page' | 'snapshot' | 'catalogue' | 'chapters' | 'file'

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
  /** Milliseconds of waiting for a whole body, even one that trickles steadily. Default 3,600,000. */
  totalMs?: number
}

/** The application's own server, which answers in the service's place and adds the token itself. */
export interface ContentProxy extends CallerOptions {
  /** What the paths of the service are joined with, such as `/content`. A relative one is the page's. */
  readonly root: string | URL
}

/** How content is reached: with tokens at the service itself, or through a proxy. One of the two. */
export type ContentAccess =
  | { readonly tokens: TokenSource; readonly proxy?: undefined }
  | { readonly proxy: ContentProxy; readonly tokens?: undefined }

export type ContentClientOptions = ContentAccess & ClientSettings

interface ClientSettings {
  /**
   * Root of the content API, such as `https://example.org/content`, or `/content` on the origin of the page. Must be https, or
   * http on a loopback host or that origin. With a proxy it is the name of the service only, and is not asked.
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
  /** Bytes after which a JSON answer (not a snapshot) is given up. Default 16 MiB. */
  maxPageBytes?: number | undefined
  /** Bytes after which a snapshot is given up. Default 256 MiB; the longest string of a browser is not much longer. */
  maxSnapshotBytes?: number | undefined
  /** Called before the delay of each retry. */
  onRetry?: ((notice: RetryNotice) => void) | undefined
  /**
   * Whether a service worker of the site may answer requests. Each address then gets a parameter `_` that no other has, because
   * a worker that answers from its cache finds what it kept by the address. Default: in a page and in its workers.
   */
  isIntercepted?: boolean | undefined
}

export interface CallOptions {
  signal?: AbortSignal | undefined
}

/** First request of a page set. The filter may be in any order; its canonical form is sent. */
export type SyncRequest = {
  filter: string
  /** Changes per page, 1 to 100. Default: the service's own, 50. */
  perPage?: number | undefined
} & ({ bootstrap: true } | { syncToken: string })

export type SyncAnswer = {
  page: SyncPage
  /** Bytes of the body after decompression. */
  bytes: number
  /** The service's clock when it answered, in milliseconds since the epoch; null where it did not say. */
  serverTime: number | null
}

/** A snapshot on its way. Its body can be read once. */
export interface SnapshotDownload {
  /**
   * The body after decompression. A chunk is valid only until the next one is asked for: they may share memory. Throws
   * `timeout`, `truncated_body` or `aborted`.
   */
  readonly chunks: AsyncIterable<Uint8Array>
  /** The whole body as text. For small snapshots. */
  text(): Promise<string>
  /** Bytes that `chunks` will yield; null where the answer does not say or is compressed. */
  readonly bytesExpected: number | null
  /** Number of the try, from 1. */
  readonly attempt: number
  /** Aborted as soon as this try ends, by success, failure or cancellation. */
  readonly signal: AbortSignal
  /** As in `SyncAnswer`. */
  readonly serverTime: number | null
  /**
   * Says that an error is about this answer, and returns it to be thrown: `throw download.refused(error)`. The request is then
   * tried again, where the error is retryable.
   */
  readonly refused: <E extends WaraqError>(error: E) => E
}

/** The content half of the service. All failures are `WaraqError`s; the guide lists their codes. */
export interface ContentClient {
  /** First request of a page set: a bootstrap, or what changed since a sync token. */
  sync(request: SyncRequest, options?: CallOptions): Promise<SyncAnswer>
  /** A later page: `next_page_url` exactly as the service gave it. */
  syncPage(nextPageUrl: string, options?: CallOptions): Promise<SyncAnswer>
  /**
   * Downloads the snapshot of a resource, named by reference or by the `snapshot_url` of a change. `read` consumes it.
   * Request and `read` are tried again as one where the answer is at fault: its body broke, or `read` threw what it
   * `refused`. `read` has to begin from nothing each time. Any other error of `read`, such as that of a failing storage, ends
   * the call at once: another answer would meet it, too.
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
