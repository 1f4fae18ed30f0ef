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

/**
 * Something worth knowing about. Holds words of fixed lists and numbers, never a token or a secret; and of all that callers
 * send an origin alone, where it looks like one.
 */
export type RelayLogEntry =
  /**
   * A caller got no token. `origin`, with `origin_unlisted`: where its page is from. The same refusal gets one line a minute,
   * all together twenty; `untold` counts those since the line before that got none.
   */
  | { event: 'refused'; reason: RefusalReason; origin?: string | undefined; untold?: number | undefined }
  /** A token came from the issuer. `lifeIsGuess`: the issuer named no usable lifetime. */
  | { event: 'issued'; lifeSeconds: number; lifeIsGuess: boolean }
  /**
   * The issuer refused this client, and will until the operator changes the configuration: `invalid_client` is a wrong client id
   * or secret. It is left alone for `pauseMs`.
   */
  | { event: 'issuer_refused'; reason: string; pauseMs: number }
  /** The issuer could not be reached or is out of order, which may pass. It is left alone for `pauseMs`. */
  | { event: 'issuer_failed'; reason: string; pauseMs: number }
  /** The issuer gave no token, and an older one, still valid, was handed out. */
  | { event: 'served_older' }
  | { event: 'unavailable'; retryAfterSeconds: number }
  /** The cache given in the options failed; the relay went on without it. */
  | { event: 'cache_failed' }

export type RelayLog = (entry: RelayLogEntry) => void

/** A log that fails keeps no caller from a token. */
export function safeLog(log: RelayLog = () => undefined): RelayLog {
  return (entry) => {
    try {
      const told: unknown = log(entry)
      if (told instanceof Promise) told.catch(() => undefined)
    } catch {
      // Its own affair.
    }
  }
}
