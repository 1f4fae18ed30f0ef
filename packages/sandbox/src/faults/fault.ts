import type { ContentSyncErrorCode, JsonObject, StandardErrorType } from '@waraq/protocol'
import type { ReadingBookmarksInFeed } from '../user/sync/feed.ts'

/** The kinds of requests that faults distinguish. */
export type RequestKind = 'token' | 'sync' | 'snapshot' | 'catalogue' | 'font' | 'recording' | 'user'

/** The requests that a fault applies to. Every given field has to match. Without fields every request matches. */
export interface FaultMatch {
  /** A kind of request, the start of the path, or a pattern for it (`{ pattern }` in JSON). */
  readonly path?:
    | RequestKind
    | (string & Record<never, never>)
    | RegExp
    | { readonly pattern: string; readonly flags?: string }
  /** `POST`. */
  readonly method?: string
  /** Only the nth of the requests that match otherwise, counted from 1 since the fault was added. */
  readonly nth?: number
  /** Resource group of a snapshot, or one of the groups in the filter of a sync request. */
  readonly group?: string
  /** Resource id of a snapshot. */
  readonly id?: number
}

/** The effect on a matched request. Effects can be combined, such as a delay and a status. */
export interface FaultEffect {
  /** Milliseconds before anything else happens. */
  readonly delayMs?: number
  /** The connection breaks before an answer: `fetch` rejects with a TypeError. */
  readonly networkError?: boolean
  /** No answer at all, or none after this number of bytes of the body. Ends when the caller gives up. */
  readonly hang?: boolean | { readonly afterBytes: number }
  /** Answer with this status and the standard error body, or with the content-sync body if `code` is given. */
  readonly status?: number
  /** `type` of the standard error body. Default: that of the status. */
  readonly type?: StandardErrorType
  /** Code of a content-sync error (which determines its status), or of an OAuth error for requests to the token issuer. */
  readonly code?: ContentSyncErrorCode
  readonly message?: string
  /** Fields that overwrite those of the error's body. */
  readonly body?: JsonObject
  /**
   * Whether the service carries out the request although the caller gets something else. This applies to a fault that breaks
   * the connection, hangs or sends its own answer. The request is carried out `before` that happens, `later` (when the fault
   * is released), or after a number of milliseconds. Default: never.
   */
  readonly carriedOut?: 'before' | 'later' | { readonly afterMs: number }
  /** Requests of another device of the same user that are carried out before this one. Each has to succeed. */
  readonly meanwhile?: readonly OtherRequest[]
  /** Effects on the feed of user data, `/v1/sync`. */
  readonly userFeed?: {
    /** A push finds that the head has moved, and gets that answer in this form. */
    readonly outOfSync?: 'error' | 'details'
    /** Only this number of the mutations of a push is applied, starting with the first. */
    readonly appliedOnly?: number
    /** Mutations that have these fields are refused: `{ resource: 'NOTE', data: { body: '...' } }`. */
    readonly refuse?: JsonObject
    /** The refusal does not identify the mutation that it is about. */
    readonly unnamed?: boolean
    /** The form in which reading bookmarks are reported. It overrides the option. */
    readonly readingBookmarks?: ReadingBookmarksInFeed
    /** Deletions are not reported. */
    readonly forgetDeletions?: boolean
    /** A change at `mutationsSince` itself is reported as well. */
    readonly inclusive?: boolean
    /** Raw rows at the end of each page of a pull, and fields that overwrite those of the page. */
    readonly addRows?: readonly unknown[]
    readonly page?: JsonObject
  }
  /** A GET of the `auth` service is answered by a replica that is this number of seconds behind. */
  readonly staleReads?: { readonly seconds: number }
  /** Headers of the answer, with or without another fault: added or overwritten. Null removes a header. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** Status 200 and an HTML page, like the answer of a captive portal. */
  readonly html?: boolean | string
  /** The body ends after this number of bytes: with a broken connection, or with `clean` as if it were complete. */
  readonly cutBody?: { readonly afterBytes: number; readonly ending?: 'error' | 'clean' }
  /** The body arrives in pieces of at most this number of bytes, with this number of milliseconds before each. */
  readonly slowBody?: { readonly bytes: number; readonly everyMs: number }
  /** The body does not end: its last piece is repeated, and it has no length. */
  readonly endless?: boolean
  /** A font or recording is sent completely although a part was requested, as by a host without support for ranges. */
  readonly ignoreRange?: boolean
  /** Each mutation of the page appears twice. */
  readonly duplicateMutations?: boolean
  /** The mutations of the page are in another order. */
  readonly shuffleMutations?: boolean
  /** Raw mutations at the end of the page. A missing sequence or time is filled in. */
  readonly addMutations?: readonly JsonObject[]
  /** Fields that overwrite those of the answer's `sync` object, such as `{ has_more: true }`. */
  readonly page?: JsonObject
  /** The feed of a replica that is this number of sequences behind. */
  readonly staleFeed?: { readonly behind: number }
  /**
   * The snapshot of a replica that is this number of sequences behind. `rowsBehind` and `sequenceBehind` distinguish a
   * service that reads its sequence after the rows from one that reads it before them. A resource that was not public at
   * that sequence is answered with 404.
   */
  readonly staleSnapshot?: {
    readonly behind?: number
    readonly rowsBehind?: number
    readonly sequenceBehind?: number
  }
  /** Fields that overwrite those of the snapshot, such as `{ resource_id: 9 }` or `{ records: null }`. */
  readonly envelope?: JsonObject
}

/** A request of another device of the same user. */
export interface OtherRequest {
  readonly method: string
  /** With the service's root and a query: `/auth/v1/notes`. */
  readonly path: string
  readonly body?: unknown
}

/** A fault. It is JSON, except that the path may be a regular expression. */
export interface FaultSpec {
  readonly match?: FaultMatch
  /** How often it happens before it is used up. Default 1; `Infinity` (null in JSON) for always. */
  readonly times?: number | null
  readonly effect: FaultEffect
}

/** The facts of a request that are used for matching. */
export interface RequestFacts {
  readonly kind: RequestKind
  readonly method: string
  readonly path: string
  readonly groups: readonly string[]
  readonly id: number | undefined
}
