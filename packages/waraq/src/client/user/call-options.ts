import type { CallOptions } from '../options.ts'

/** How one call is made, beside what it asks for. */
export interface UserCallOptions extends CallOptions {
  /**
   * Whose data it is about, as the backend's session names its `account`. A backend where another account is signed in answers
   * `other_account`, before it asks the service.
   */
  readonly account?: string | undefined
  /**
   * The IANA name of the zone in which the user did what is told, for operations that count days. Default: that of the client.
   */
  readonly timeZone?: string | undefined
  /** Of operations of App State: the ETag of what a write replaces, quoted, as it came. */
  readonly ifMatch?: string | undefined
  /** Of operations of App State: `*` for a write that may replace nothing. */
  readonly ifNoneMatch?: string | undefined
  /** Of operations of App State: what the service knows a repeat of this write by. */
  readonly idempotencyKey?: string | undefined
  /** Tries in all. Default: as many as the client's other calls have. 1: what failed is the caller's to repeat. */
  readonly attempts?: number | undefined
  /**
   * Called before each request, in the same task as `fetch`: after the wait for a token or for another try. If it throws, no
   * request begins, and the call ends with what it threw. A tab that was frozen while it waited finds out here what has become
   * of its place meanwhile.
   */
  readonly beforeSend?: (() => void) | undefined
  /** Called with what each answer says of itself, refusals too, before its body is read. */
  readonly onAnswer?: ((notice: UserAnswerNotice) => void) | undefined
}

/** An answer without its body. Times are milliseconds since the epoch. */
export interface UserAnswerNotice {
  readonly status: number
  /** The service's clock when it answered, to the second; null where it did not say. */
  readonly serverTime: number | null
  /** When the user's data last changed, as far as the service says so: after a write, the time of that. */
  readonly mutationAt: number | null
  /** The `ETag` of a document of App State, as it came. */
  readonly etag: string | null
}
