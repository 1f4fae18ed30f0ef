/** Why a request was refused. Only the log has the reason: callers always get the same response. */
export type RefusalReason =
  | 'host'
  | 'path'
  | 'query'
  | 'method'
  | 'content_type'
  | 'relay_header'
  | 'origin_missing'
  | 'origin_null'
  | 'origin_unlisted'
  | 'preflight'
  | 'body'
  | 'unauthorized'
  | 'authorize_failed'

/** The handler that responds; `none` for a path without a handler. */
export type Route = 'token' | 'content' | 'user' | 'none'

/**
 * An event. It contains words of fixed lists and numbers, never a token or a secret. The only text of a caller in it is an
 * origin, if it looks like one.
 */
export type RelayLogEntry =
  /**
   * A caller was refused. With `origin_unlisted`, `origin` is the origin of its page. Entries that callers cause are logged
   * once a minute, in twenty lines at most. `unreported` counts the lines that were left out since the previous one.
   */
  | ({ event: 'refused'; reason: RefusalReason; origin?: string | undefined } & OfCaller)
  /** A caller, or all of them together, sent too many requests: `limit` says which count was reached. */
  | ({ event: 'limited'; limit: 'client' | 'origin' | 'all' | 'concurrent' } & OfCaller)
  /** All slots were taken, and this response was preempted so that another client gets its share. */
  | ({ event: 'preempted' } & OfCaller)
  /** The relay itself failed, because of a defect or of a function that was passed to it. */
  | ({ event: 'relay_failed' } & OfCaller)
  /** The relay has no token. The response says when to come back. */
  | ({ event: 'unavailable'; retryAfterSeconds: number } & OfCaller)
  /** The issuer returned no token, so an older one that is still valid is used. */
  | ({ event: 'served_older' } & OfCaller)
  /** The shared store failed. The relay continues without it. */
  | ({ event: 'store_failed' } & OfCaller)
  /** The service behind a proxy sent no usable response. `status` 0: no response at all. */
  | ({ event: 'upstream_failed'; status: number } & OfCaller)
  /** A request has two session or two sign-in cookies. One of them must be planted, so the user counts as signed out. */
  | ({ event: 'cookie_doubled' } & OfCaller)
  /** Callers reported more refused tokens today than may be renewed in a day. Each token is now used until it expires. */
  | ({ event: 'renewals_spent' } & OfCaller)
  /** This process uses a token that another process of the fleet obtained. */
  | { event: 'taken_over'; lifeSeconds: number }
  /** The issuer returned a token. `lifeIsGuess`: the issuer named no usable lifetime. */
  | { event: 'issued'; lifeSeconds: number; lifeIsGuess: boolean }
  /**
   * The issuer refused this client, and will refuse it until the operator changes the configuration: `invalid_client` is a
   * wrong client id or secret. The relay sends it no request for `pauseMs`.
   */
  | { event: 'issuer_refused'; reason: string; pauseMs: number }
  /** The issuer could not be reached or is out of order, which may be temporary. The relay sends it no request for `pauseMs`. */
  | { event: 'issuer_failed'; reason: string; pauseMs: number }
  /** A request was answered; `ms` until the headers. Only `observe` receives it. */
  | { event: 'answered'; route: Route; status: number; ms: number; request: string }

/** Fields of an entry that callers cause: its request, and the number of lines left out. */
interface OfCaller {
  readonly request?: string | undefined
  readonly unreported?: number | undefined
}

export type RelayLog = (entry: RelayLogEntry) => void

/** Entries that callers can cause as often as they like. */
export const ofCallers: ReadonlySet<RelayLogEntry['event']> = new Set([
  'refused',
  'limited',
  'preempted',
  'relay_failed',
  'unavailable',
  'served_older',
  'store_failed',
  'upstream_failed',
  'renewals_spent',
  'cookie_doubled',
])
