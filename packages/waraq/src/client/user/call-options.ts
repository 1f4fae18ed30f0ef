import type { CallOptions } from '../options.ts'

/** Options of one call, in addition to its arguments. */
export interface UserCallOptions extends CallOptions {
  /**
   * The account that the call is about, as the backend's session names it in `account`. If another account is signed in, the
   * backend answers `other_account` before it sends a request to the service.
   */
  readonly account?: string | undefined
  /**
   * IANA name of the time zone in which the reported activity took place, for operations that count days. Default: that of
   * the client.
   */
  readonly timeZone?: string | undefined
  /** For operations of App State: the ETag of the document that a write replaces, quoted, as received. */
  readonly ifMatch?: string | undefined
  /** For operations of App State: `*` for a write that must not replace anything. */
  readonly ifNoneMatch?: string | undefined
  /** For operations of App State: the key by which the service recognises a repeat of this write. */
  readonly idempotencyKey?: string | undefined
  /** Number of tries. Default: as for the client's other calls. With 1, the caller has to repeat failed calls. */
  readonly attempts?: number | undefined
  /**
   * Called before each request, in the same task as `fetch`: after the wait for a token or for another try. If it throws, no
   * request is sent, and the call rejects with that error. A tab that was frozen while it waited can check here whether it
   * may still send.
   */
  readonly beforeSend?: (() => void) | undefined
  /** Called with the status and headers of each answer, refusals included, before its body is read. */
  readonly onAnswer?: ((notice: UserAnswerNotice) => void) | undefined
}

/** An answer without its body. Times are milliseconds since the epoch. */
export interface UserAnswerNotice {
  readonly status: number
  /** The service's clock when it answered, to the second; null if it did not report it. */
  readonly serverTime: number | null
  /** When the user's data last changed, if the service reports it. After a write, the time of that write. */
  readonly mutationAt: number | null
  /** The `ETag` of a document of App State, as received. */
  readonly etag: string | null
}
