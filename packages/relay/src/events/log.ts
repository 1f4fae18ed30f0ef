/** Why a request was refused. Told to the log only: outside all refusals look alike. */
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

/** Which handler answers; `none` where a path is none of theirs. */
export type Route = 'token' | 'content' | 'user' | 'none'

/**
 * Something worth knowing about. Holds words of fixed lists and numbers, never a token or a secret; and of all that callers
 * send an origin alone, where it looks like one.
 */
export type RelayLogEntry =
  /**
   * A caller was refused. `origin`, with `origin_unlisted`: where its page is from. `untold` counts the lines that were left
   * out since the one before: what callers cause is told once a minute, and in twenty lines at most.
   */
  | ({ event: 'refused'; reason: RefusalReason; origin?: string | undefined } & OfCaller)
  /** A caller asked too often, or too many did: `limit` says which count was reached. */
  | ({ event: 'limited'; limit: 'client' | 'origin' | 'all' | 'concurrent' } & OfCaller)
  /** The relay itself failed, by a defect or by what it was given. */
  | ({ event: 'relay_failed' } & OfCaller)
  /** There is no token to go on with, and callers are told to come back. */
  | ({ event: 'unavailable'; retryAfterSeconds: number } & OfCaller)
  /** The issuer gave no token, and an older one, still valid, is used. */
  | ({ event: 'served_older' } & OfCaller)
  /** The shared store failed; the relay goes on without it. */
  | ({ event: 'store_failed' } & OfCaller)
  /** The service behind a proxy gave no usable answer. `status` 0: no answer at all. */
  | ({ event: 'upstream_failed'; status: number } & OfCaller)
  /** Callers reported more refused tokens today than are renewed in a day: each token is used until its end now. */
  | ({ event: 'renewals_spent' } & OfCaller)
  /** A token that another process of the fleet got was taken over. */
  | { event: 'taken_over'; lifeSeconds: number }
  /** A token came from the issuer. `lifeIsGuess`: the issuer named no usable lifetime. */
  | { event: 'issued'; lifeSeconds: number; lifeIsGuess: boolean }
  /**
   * The issuer refused this client, and will until the operator changes the configuration: `invalid_client` is a wrong client id
   * or secret. It is left alone for `pauseMs`.
   */
  | { event: 'issuer_refused'; reason: string; pauseMs: number }
  /** The issuer could not be reached or is out of order, which may pass. It is left alone for `pauseMs`. */
  | { event: 'issuer_failed'; reason: string; pauseMs: number }
  /** A request has its answer; `ms` until its headers. Told to `observe` alone. */
  | { event: 'answered'; route: Route; status: number; ms: number; request: string }

/** Of an entry that callers cause: which request it was, and what was left out. */
interface OfCaller {
  readonly request?: string | undefined
  readonly untold?: number | undefined
}

export type RelayLog = (entry: RelayLogEntry) => void

/** Entries that callers cause, as often as they like. */
export const ofCallers: ReadonlySet<RelayLogEntry['event']> = new Set([
  'refused',
  'limited',
  'relay_failed',
  'unavailable',
  'served_older',
  'store_failed',
  'upstream_failed',
  'renewals_spent',
])
