import type { ContentSyncErrorCode, JsonObject, StandardErrorType } from '@waraq/protocol'
import type { ReadingBookmarksInFeed } from '../user/sync/feed.ts'

/** The kinds of requests that faults tell apart. */
export type RequestKind = 'token' | 'sync' | 'snapshot' | 'catalogue' | 'font' | 'recording' | 'user'

/** Which requests a fault meets. Every given field has to fit; without fields every request fits. */
export interface FaultMatch {
  /** A kind of request, the beginning of the path, or a pattern for it (`{ pattern }` in JSON). */
  readonly path?:
    | RequestKind
    | (string & Record<never, never>)
    | RegExp
    | { readonly pattern: string; readonly flags?: string }
  /** `POST`. */
  readonly method?: string
  /** Only the nth of the requests that fit otherwise, counted from 1 since the fault was added. */
  readonly nth?: number
  /** Resource group of a snapshot, or one of the groups in the filter of a sync request. */
  readonly group?: string
  /** Resource id of a snapshot. */
  readonly id?: number
}

/** What happens to a matched request. Several may be combined, such as a delay and a status. */
export interface FaultEffect {
  /** Milliseconds before anything else happens. */
  readonly delayMs?: number
  /** The connection breaks before an answer: `fetch` rejects with a TypeError. */
  readonly networkError?: boolean
  /** No answer at all, or none after so many bytes of the body. Ends when the caller gives up. */
  readonly hang?: boolean | { readonly afterBytes: number }
  /** Answer with this status and the standard error body, or the content-sync body where `code` is given. */
  readonly status?: number
  /** `type` of the standard error body; by default that of the status. */
  readonly type?: StandardErrorType
  /** Code of a content-sync error (its status is known), or OAuth error where the token issuer is asked. */
  readonly code?: ContentSyncErrorCode
  readonly message?: string
  /** The error's body, written over by these fields. */
  readonly body?: JsonObject
  /**
   * Whether the service does what it is asked although the caller gets something else: a fault that breaks the connection, hangs
   * or answers itself. `before` that happens, `later`, once the fault is released, or after so many milliseconds. Default: never.
   */
  readonly carriedOut?: 'before' | 'later' | { readonly afterMs: number }
  /** What another device of the same user does before this request is carried out; each has to succeed. */
  readonly meanwhile?: readonly OtherRequest[]
  /** Of the feed of user data, `/v1/sync`. */
  readonly userFeed?: {
    /** A push finds the head moved, and is told so in this form. */
    readonly outOfSync?: 'error' | 'details'
    /** Only so many of the mutations of a push are applied, from the first on. */
    readonly appliedOnly?: number
    /** Mutations that have these fields are refused: `{ resource: 'NOTE', data: { body: '...' } }`. */
    readonly refuse?: JsonObject
    /** A refusal does not say which mutation it means. */
    readonly unnamed?: boolean
    /** Reading bookmarks are told in this form, whatever the option says. */
    readonly readingBookmarks?: ReadingBookmarksInFeed
    /** Deletions are not told. */
    readonly forgetDeletions?: boolean
    /** What changed at `mutationsSince` itself is told as well. */
    readonly inclusive?: boolean
    /** Raw rows at the end of each page of a pull, and fields of it that are written over. */
    readonly addRows?: readonly unknown[]
    readonly page?: JsonObject
  }
  /** A GET of the `auth` service is answered by a replica that is so many seconds behind. */
  readonly staleReads?: { readonly seconds: number }
  /** Headers of the answer, with or without a fault: added, or written over; null takes one away. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** Status 200 and an HTML page, as captive portals answer. */
  readonly html?: boolean | string
  /** The body ends after so many bytes: with a broken connection, or with `clean` as if it were complete. */
  readonly cutBody?: { readonly afterBytes: number; readonly ending?: 'error' | 'clean' }
  /** The body comes in pieces of at most so many bytes, each so many milliseconds after the one before. */
  readonly slowBody?: { readonly bytes: number; readonly everyMs: number }
  /** The body does not end: its last piece comes again and again, without a length. */
  readonly endless?: boolean
  /** A font or recording comes as a whole where a part was asked for, as from a host that knows no ranges. */
  readonly ignoreRange?: boolean
  /** Each mutation of the page stands in it twice. */
  readonly duplicateMutations?: boolean
  /** The mutations of the page stand in another order. */
  readonly shuffleMutations?: boolean
  /** Raw mutations at the end of the page; a missing sequence or time is filled in. */
  readonly addMutations?: readonly JsonObject[]
  /** Fields of the `sync` object written over the answer's own, such as `{ has_more: true }`. */
  readonly page?: JsonObject
  /** The feed of a replica that is so many sequences behind. */
  readonly staleFeed?: { readonly behind: number }
  /**
   * The snapshot of a replica that is so many sequences behind. `rowsBehind` and `sequenceBehind` tell apart a service
   * that reads its sequence after or before the rows. A resource that was not public back then answers 404.
   */
  readonly staleSnapshot?: {
    readonly behind?: number
    readonly rowsBehind?: number
    readonly sequenceBehind?: number
  }
  /** Fields of the snapshot written over its own, such as `{ resource_id: 9 }` or `{ records: null }`. */
  readonly envelope?: JsonObject
}

/** A request of another device of the same user. */
export interface OtherRequest {
  readonly method: string
  /** With the service's root and a query: `/auth/v1/notes`. */
  readonly path: string
  readonly body?: unknown
}

/** A fault: JSON, except that the path may be a regular expression. */
export interface FaultSpec {
  readonly match?: FaultMatch
  /** How often it happens before it is used up. Default 1; `Infinity` (null in JSON) for always. */
  readonly times?: number | null
  readonly effect: FaultEffect
}

/** The facts of a request that matching looks at. */
export interface RequestFacts {
  readonly kind: RequestKind
  readonly method: string
  readonly path: string
  readonly groups: readonly string[]
  readonly id: number | undefined
}
