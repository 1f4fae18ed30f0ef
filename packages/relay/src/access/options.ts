import type { RelayClock } from '../clock.ts'
import type { RelayLog } from '../events/log.ts'
import type { SharedStore } from '../store/shared-store.ts'

/** Whether this caller may have what it asks for: a session, an app check. It must leave the request's body alone. */
export type Authorize = (request: Request) => boolean | Promise<boolean>

/** Requests a minute, by fixed minutes of the wall clock. Infinity: no limit. */
export interface Limits {
  /** Of one address; an IPv6 network of 64 bits counts as one. Needs the address: see `HostContext`. Default 120. */
  readonly perClient?: number | undefined
  /** Of the pages of one origin. Default 6,000. */
  readonly perOrigin?: number | undefined
  /** Of all callers. Default 12,000. */
  readonly all?: number | undefined
}

/** Who may ask, the same for each handler of this package. */
export interface AccessOptions {
  /** Origins of pages that may ask, exactly as browsers write them: `https://reader.example`. */
  readonly allowedOrigins: readonly string[]
  /**
   * Decides last, five seconds at most; an error counts as no. `'everyone'`: any program on the network that writes an
   * allowed `Origin` gets what is asked for, as often as `limits` has it.
   */
  readonly authorize: Authorize | 'everyone'
  /**
   * Whether callers without a listed `Origin` may ask where their browser says `Sec-Fetch-Site: same-origin`, as it does for
   * reading requests of a page to its own server. Any program can write that. Default: no for tokens, yes for the proxies,
   * whose pages send no `Origin` with what they read.
   */
  readonly sameOrigin?: boolean | undefined
  /** Whether pages of other origins send their cookies: their browser asks for a word of consent. Default false. */
  readonly credentials?: boolean | undefined
  /** Headers that pages of other origins may send besides, such as `authorization`, for `authorize` to look at. */
  readonly allowedHeaders?: readonly string[] | undefined
  /** Values of `Host` that are this server: `reader.example`, with the port if it is not the usual one. Default: any. */
  readonly allowedHosts?: readonly string[] | undefined
  /** Default: the defaults of each. False: none. */
  readonly limits?: Limits | false | undefined
  /** Shared by several processes: tokens, limits, locks, sessions. Default: the memory of this one. */
  readonly store?: SharedStore | undefined
  /** Told what is worth a line, thinned: floods of the same get one a minute. Default: silence. */
  readonly log?: RelayLog | undefined
  /** Told everything, for counters. */
  readonly observe?: RelayLog | undefined
  readonly clock?: RelayClock | undefined
  /** Names a request in the log and in the header `x-request-id` of its answer. Default: random. */
  readonly requestId?: (() => string) | undefined
}

/** What the server knows of a request beside what the request says. */
export interface HostContext {
  /** The caller's network address, as the server itself sees it or a trusted proxy tells it. */
  readonly address?: string | undefined
  /** Keeps the process for work that goes on after the answer; edge runtimes have it. */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined
}

/** Answers a request. Rejects with `invalid_relay_configuration` only, and then always. */
export type Handler = (request: Request, host?: HostContext) => Promise<Response>
