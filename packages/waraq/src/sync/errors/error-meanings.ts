import type { RunErrorCode, WaraqError } from '@waraq/protocol'

/**
 * The meaning of each error to the engine, in one place. Pure. An error code of runs that has no row here and is not listed
 * as `Plain` does not compile.
 */

/**
 * How a run reacts to an error:
 *
 * - `resync`: forget the token and the batch, and start a bootstrap. Rows stay readable until they are replaced.
 * - `restart`: forget the batch and start it again from the token.
 * - `abandon`: forget the batch and end as failed. The next run starts it again, or requests a bootstrap instead
 *   (`asksForChanges`).
 * - `replan`: a local resource is damaged and now needs a snapshot; plan the batch again.
 * - `collect`: collect garbage and try the step once more.
 * - `defer`: keep the batch and end as interrupted; a later run continues it.
 * - `fail`: keep the batch and end as failed.
 */
export type Answer = 'resync' | 'restart' | 'abandon' | 'replan' | 'collect' | 'defer' | 'fail'

export interface ErrorMeaning {
  /** Default: `defer` if a retry may help, else `fail`. */
  readonly run?: Answer
  /**
   * Every request would meet the error, also those of other subscriptions, so it ends the run and the sync. If omitted and
   * the error occurs at one snapshot, only this snapshot stays needed.
   */
  readonly wholeRun?: true
  /**
   * At the feed, the error would also occur at the feeds of other subscriptions, so it ends the sync. At a snapshot, only
   * this snapshot stays needed.
   */
  readonly wholeFeed?: true
  /** The error only ends a run. The next run continues the work or starts it again, and no person has to act. */
  readonly harmless?: true
  /** The error does not predict whether another tab would meet it. */
  readonly ofThisTab?: true
  /** The service set the time of the next try. */
  readonly asksToWait?: true
  /** The run was ended early; the next run continues from there. */
  readonly cutOff?: true
  /** Another tab or worker has become the writer, and does the work. */
  readonly othersWrite?: true
  /** No step failed: the missing content is fetched automatically at a time that the engine chose. */
  readonly inTime?: true
  /** The page that ends the pause syncs automatically, so no background event has to be requested. */
  readonly untilResumed?: true
}

/** Errors without a meaning beyond `retryable`. They leave one snapshot needed, or end a run. */
type Plain =
  | 'content_stale'
  | 'internal'
  | 'invalid_per_page'
  | 'invalid_request'
  | 'invalid_resources'
  | 'invalid_response'
  | 'not_found'
  | 'not_listed'
  | 'protocol_mismatch'
  | 'resync_loop'
  | 'snapshot_not_found'
  | 'snapshot_too_large'
  | 'stale_snapshot'
  | 'worker_failed'
  | 'worker_lost'
  | 'wrong_snapshot'

const ofToken: ErrorMeaning = { run: 'resync' }
const ofCursor: ErrorMeaning = { run: 'restart' }
const ofFeed: ErrorMeaning = { run: 'abandon' }
const ofAccess: ErrorMeaning = { run: 'fail', wholeRun: true }
// It ends the sync, because the next subscription would wait just as long for the database.
const ofDatabase: ErrorMeaning = { run: 'fail', wholeRun: true, ofThisTab: true }

const meanings: Readonly<Record<Exclude<RunErrorCode, Plain>, ErrorMeaning>> = {
  // Requests
  cached_answer: { wholeRun: true },
  network: { wholeRun: true },
  rate_limited: { wholeRun: true, asksToWait: true },
  token_unavailable: { wholeRun: true },
  service_failed: { wholeFeed: true },
  timeout: { wholeFeed: true },
  truncated_body: { wholeFeed: true },
  not_json: { wholeFeed: true },
  proxy_refused: ofAccess,
  unauthorized: ofAccess,
  forbidden: ofAccess,
  // The feed
  resync_required: ofToken,
  token_filter_mismatch: ofToken,
  cursor_filter_mismatch: ofCursor,
  cursor_per_page_mismatch: ofCursor,
  feed_inconsistent: ofFeed,
  feed_went_back: ofFeed,
  feed_loop: ofFeed,
  feed_too_large: ofFeed,
  foreign_address: ofFeed,
  set_overtaken: { harmless: true },
  // The library
  storage_blocked: ofDatabase,
  storage_failed: ofDatabase,
  storage_lost: ofDatabase,
  storage_unavailable: ofDatabase,
  newer_format: { wholeRun: true },
  quota_exceeded: { run: 'collect', wholeRun: true },
  resource_damaged: { run: 'replan' },
  subscription_changed: { harmless: true },
  budget_spent: { harmless: true, ofThisTab: true, cutOff: true },
  // A reader may be waiting for the sync of another tab.
  postponed: { harmless: true, ofThisTab: true, inTime: true },
  paused: { harmless: true, ofThisTab: true, cutOff: true, untilResumed: true },
  writer_superseded: { wholeRun: true, harmless: true, ofThisTab: true, othersWrite: true },
  engine_closed: { harmless: true, ofThisTab: true },
}

/** The part at fault. `worker`: the engine itself, in the worker or in the page. */
export type ErrorPart = 'relay' | 'service' | 'storage' | 'worker'

/** The part at fault, omitted for errors of the service. This is a separate table, because a page needs no more than this. */
const parts: Readonly<Partial<Record<RunErrorCode, ErrorPart>>> = {
  token_unavailable: 'relay',
  proxy_refused: 'relay',
  newer_format: 'storage',
  quota_exceeded: 'storage',
  resource_damaged: 'storage',
  storage_blocked: 'storage',
  storage_failed: 'storage',
  storage_lost: 'storage',
  storage_unavailable: 'storage',
  engine_closed: 'worker',
  internal: 'worker',
  protocol_mismatch: 'worker',
  worker_failed: 'worker',
  worker_lost: 'worker',
}

export function partOf(code: string): ErrorPart {
  return (Object.hasOwn(parts, code) && parts[code as RunErrorCode]) || 'service'
}

/** Codes that mean that no answer came, if the error is retryable and has no status. A refusal is an answer. */
const unanswered: ReadonlySet<string> = new Set<RunErrorCode>(['network', 'timeout', 'token_unavailable'])

/** Returns whether no answer came at all, neither from the service nor from the token relay, which is requested first. */
export function isNetworkError({
  code,
  retryable,
  status,
}: Pick<WaraqError, 'code' | 'retryable' | 'status'>): boolean {
  return unanswered.has(code) && retryable && status === undefined
}

const none: ErrorMeaning = {}

/** Returns the meaning of a code. Codes that no run meets, and codes of another version, have no special meaning. */
export function meaningOf(code: string): ErrorMeaning {
  return Object.hasOwn(meanings, code) ? meanings[code as keyof typeof meanings] : none
}

/** Returns the reaction to an error of a run. */
export function answerTo({ code, retryable }: Pick<WaraqError, 'code' | 'retryable'>): Answer {
  return meaningOf(code).run ?? (retryable ? 'defer' : 'fail')
}

/** Returns whether the service reports that a resource has no snapshot. That is an answer, not a failure. */
export function meansUnavailable(error: WaraqError): boolean {
  return error.code === 'snapshot_not_found' || error.details['serviceCode'] === 'unknown_resource_group'
}
