import type { RelayClock } from '../clock.ts'
import type { RelayLog } from '../events/log.ts'
import type { SharedStore } from '../store/shared-store.ts'

/** Whether this caller may have what it asks for: a session, an app check. It must leave the request's body alone. */
export type Authorize = (request: Request) => boolean | Promise<boolean>

/** Requests a minute, by fixed minutes of the wall clock; those that are refused do not count. Infinity: no limit. */
export interface Limits {
  /**
   * Of one address; an IPv6 network of 64 bits counts as one. A /56 may have 4 times as many, a /48 32 times, and a /32 half of
   * what origin and all have. Needs the address: see `HostContext`. Default 120.
   */
  readonly perClient?: number | undefined
  /** Of the pages of one origin. Default 60,000. */
  readonly perOrigin?: number | undefined
  /** Of all callers. Default 120,000. */
  readonly all?: number | undefined
}

/** Which callers may ask; the same options for each handler of this package. */
export interface AccessOptions {
  /** Origins of pages that may ask, exactly as browsers write them: `https://reader.example`. */
  readonly allowedOrigins: readonly string[]
  /**
   * Decides last, within five seconds; an error counts as no. `'everyone'`: any program on the network that writes an allowed
   * `Origin` may ask, as often as `limits` allows.
   */
  readonly authorize: Authorize | 'everyone'
  /**
   * Whether callers without a listed `Origin` may ask where their browser says `Sec-Fetch-Site: same-origin`, as it does for
   * reading requests of a page to its own server. Any program can write that. Default: no for tokens, yes for the proxies,
   * whose pages send no `Origin` with what they read.
   */
  readonly sameOrigin?: boolean | undefined
  /** Whether pages of other origins may send their cookies: their browser asks for this consent. Default false. */
  readonly credentials?: boolean | undefined
  /** Headers that pages of other origins may send besides, such as `authorization`, for `authorize` to look at. */
  readonly allowedHeaders?: readonly string[] | undefined
  /** Values of `Host` that are this server: `reader.example`, with the port if it is not the usual one. Default: any. */
  readonly allowedHosts?: readonly string[] | undefined
  /** Default: the default of each limit. False: no limits. */
  readonly limits?: Limits | false | undefined
  /** Shared by several processes: tokens, limits, locks, sessions. Default: the memory of this one. */
  readonly store?: SharedStore | undefined
  /** Gets the entries that are worth a line; of repeated ones one a minute. Default: no log. */
  readonly log?: RelayLog | undefined
  /** Gets every entry, for counters. */
  readonly observe?: RelayLog | undefined
  readonly clock?: RelayClock | undefined
  /** Names a request in the log and in the header `x-request-id` of its answer. Default: random. */
  readonly requestId?: (() => string) | undefined
}

/** What the server knows of a request beyond the request itself. */
export interface HostContext {
  /** The caller's network address, as the server itself sees it or a trusted proxy tells it. */
  readonly address?: string | undefined
  /** Keeps the process for work that goes on after the answer; edge runtimes have it. */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined
}

/** Answers a request. Rejects with `invalid_relay_configuration` only, and then always. */
export type Handler = (request: Request, host?: HostContext) => Promise<Response>
