/** Why a request was refused. Only the log has it: callers get one and the same answer. */
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

/** The handler that answers; `none` for a path that no handler has. */
export type Route = 'token' | 'content' | 'user' | 'none'

/**
 * An event. It holds words of fixed lists and numbers, never a token or a secret. The only text of a caller in it is an origin,
 * if it looks like one.
 */
export type RelayLogEntry =
  /**
   * A caller was refused. `origin`, with `origin_unlisted`: the origin of its page. Entries that callers cause are told once a
   * minute, in twenty lines at most; `untold` counts the lines that were left out since the one before.
   */
  | ({ event: 'refused'; reason: RefusalReason; origin?: string | undefined } & OfCaller)
  /** A caller asked too often, or too many did: `limit` says which count was reached. */
  | ({ event: 'limited'; limit: 'client' | 'origin' | 'all' | 'concurrent' } & OfCaller)
  /** All slots for answers under way were taken, and this answer ended so that another client gets its share. */
  | ({ event: 'gave_way' } & OfCaller)
  /** The relay itself failed, by a defect or by a function that it was given. */
  | ({ event: 'relay_failed' } & OfCaller)
  /** The relay has no token, and tells callers when to come back. */
  | ({ event: 'unavailable'; retryAfterSeconds: number } & OfCaller)
  /** The issuer gave no token, and an older one, still valid, is used. */
  | ({ event: 'served_older' } & OfCaller)
  /** The shared store failed; the relay goes on without it. */
  | ({ event: 'store_failed' } & OfCaller)
  /** The service behind a proxy gave no usable answer. `status` 0: no answer at all. */
  | ({ event: 'upstream_failed'; status: number } & OfCaller)
  /** A request has two session cookies, or two of a sign-in. One must be planted, so the user counts as signed out. */
  | ({ event: 'cookie_doubled' } & OfCaller)
  /** Callers reported more refused tokens today than are renewed in a day: each token is used until its end now. */
  | ({ event: 'renewals_spent' } & OfCaller)
  /** This process took over a token that another process of the fleet got. */
  | { event: 'taken_over'; lifeSeconds: number }
  /** A token came from the issuer. `lifeIsGuess`: the issuer named no usable lifetime. */
  | { event: 'issued'; lifeSeconds: number; lifeIsGuess: boolean }
  /**
   * The issuer refused this client, and will until the operator changes the configuration: `invalid_client` is a wrong client id
   * or secret. The relay does not ask it for `pauseMs`.
   */
  | { event: 'issuer_refused'; reason: string; pauseMs: number }
  /** The issuer could not be reached or is out of order, which may pass. The relay does not ask it for `pauseMs`. */
  | { event: 'issuer_failed'; reason: string; pauseMs: number }
  /** A request has its answer; `ms` until its headers. Told to `observe` alone. */
  | { event: 'answered'; route: Route; status: number; ms: number; request: string }

/** Fields of an entry that callers cause: its request, and the count of lines left out. */
interface OfCaller {
  readonly request?: string | undefined
  readonly untold?: number | undefined
}

export type RelayLog = (entry: RelayLogEntry) => void

/** Entries that callers can cause as often as they like. */
export const ofCallers: ReadonlySet<RelayLogEntry['event']> = new Set([
  'refused',
  'limited',
  'gave_way',
  'relay_failed',
  'unavailable',
  'served_older',
  'store_failed',
  'upstream_failed',
  'renewals_spent',
  'cookie_doubled',
])
