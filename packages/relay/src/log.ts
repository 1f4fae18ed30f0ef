/** Why a request got no token. Told to the log only: outside all refusals look alike. */
export type RefusalReason =
  | 'host'
  | 'path'
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

/** Something worth knowing about. Holds words of fixed lists and numbers only; never a token, a secret or a header. */
export type RelayLogEntry =
  | { event: 'refused'; reason: RefusalReason }
  /** A token came from the issuer. `lifeIsGuess`: the issuer named no usable lifetime. */
  | { event: 'issued'; lifeSeconds: number; lifeIsGuess: boolean }
  /** The issuer gave no token; it is left alone for `pauseMs`. */
  | { event: 'issuer_failed'; reason: string; pauseMs: number }
  /** The issuer gave no token, and an older one, still valid, was handed out. */
  | { event: 'served_older' }
  | { event: 'unavailable'; retryAfterSeconds: number }
  /** The cache given in the options failed; the relay went on without it. */
  | { event: 'cache_failed' }

export type RelayLog = (entry: RelayLogEntry) => void
