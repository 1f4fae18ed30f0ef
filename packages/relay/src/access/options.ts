import type { RelayClock } from '../clock.ts'
import type { RelayLog } from '../events/log.ts'
import type { SharedStore } from '../store/shared-store.ts'

/**
 * Decides whether a caller may have what it requests, for example by a session or app check. It must not read the request's
 * body.
 */
export type Authorize = (request: Request) => boolean | Promise<boolean>

/** Requests per minute, in fixed minutes of the wall clock. Refused requests do not count. `Infinity` means no limit. */
export interface Limits {
  /**
   * Limit of one address. An IPv6 network of 64 bits counts as one address. A /56 may send 4 times as many requests, a /48 32
   * times, and a /32 half of the smaller one of `perOrigin` and `all`. Needs the address: see `HostContext`. Default 120.
   */
  readonly perClient?: number | undefined
  /** Limit of the pages of one origin. Default 60,000. */
  readonly perOrigin?: number | undefined
  /** Limit of all callers together. Default 120,000. */
  readonly all?: number | undefined
}

/** Options that decide which callers may send requests; the same for each handler of this package. */
export interface AccessOptions {
  /** Origins of pages that may send requests, exactly as browsers write them: `https://reader.example`. */
  readonly allowedOrigins: readonly string[]
  /**
   * The last check, with a timeout of five seconds. An error counts as no. `'everyone'`: any program on the network that sends
   * an allowed `Origin` is accepted, as often as `limits` allows.
   */
  readonly authorize: Authorize | 'everyone'
  /**
   * Whether callers without a listed `Origin` are accepted if they send `Sec-Fetch-Site: same-origin`. Browsers send it with
   * reading requests of a page to its own server, but any program can forge it. Default: no for tokens, yes for the proxies,
   * whose pages send no `Origin` with reading requests.
   */
  readonly sameOrigin?: boolean | undefined
  /** Whether pages of other origins may send their cookies. Their browser needs this consent. Default false. */
  readonly credentials?: boolean | undefined
  /** Additional headers that pages of other origins may send, such as `authorization` for a check by `authorize`. */
  readonly allowedHeaders?: readonly string[] | undefined
  /** Values of `Host` that this server accepts: `reader.example`, with the port if it is not the default one. Default: any. */
  readonly allowedHosts?: readonly string[] | undefined
  /** Default: the default of each limit. False: no limits. */
  readonly limits?: Limits | false | undefined
  /** The store in which several processes share tokens, limits, locks and sessions. Default: the memory of this process. */
  readonly store?: SharedStore | undefined
  /**
   * Receives the entries that are worth a log line; repeated ones once a minute. Default: no log. `waraqServer` prints failures
   * that need the operator.
   */
  readonly log?: RelayLog | undefined
  /** Receives every entry, for counters. */
  readonly observe?: RelayLog | undefined
  readonly clock?: RelayClock | undefined
  /** Names a request in the log and in the header `x-request-id` of its response. Default: random. */
  readonly requestId?: (() => string) | undefined
}

/** The server's knowledge about a request, in addition to the request itself. */
export interface HostContext {
  /** The caller's network address, as seen by the server itself or reported by a trusted proxy. */
  readonly address?: string | undefined
  /** Keeps the process alive for work that continues after the response. Edge runtimes provide it. */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined
}

/** Handles a request. Rejects only with `invalid_relay_configuration`, and then for every request. */
export type Handler = (request: Request, host?: HostContext) => Promise<Response>
