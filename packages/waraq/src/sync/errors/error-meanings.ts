import type { RunErrorCode, WaraqError } from '@waraq/protocol'

/**
 * What each error means to the engine, in one place. Pure. An error code of runs that has no row here and is not listed as
 * `Plain` does not compile.
 */

/**
 * What a run does about an error:
 *
 * - `resync`: forget token and batch, begin a bootstrap; rows stay readable until they are replaced.
 * - `restart`: forget the batch, begin it again from the token.
 * - `abandon`: forget the batch and end as failed; the next run begins it again, or asks otherwise (`asksForChanges`).
 * - `replan`: a local resource turned out to be damaged and now needs a snapshot; plan the set again.
 * - `collect`: delete garbage and try the step once more.
 * - `defer`: keep the batch and end as interrupted; a later run goes on.
 * - `fail`: keep the batch and end as failed.
 */
export type Answer = 'resync' | 'restart' | 'abandon' | 'replan' | 'collect' | 'defer' | 'fail'

export interface ErrorMeaning {
  /** Left out: `defer` where a repeat may help, else `fail`. */
  readonly run?: Answer
  /**
   * Each request would meet the error, those of other subscriptions too: it ends the run and the round. Left out: where it
   * meets one snapshot, only this snapshot stays needed.
   */
  readonly wholeRun?: true
  /**
   * Where the feed meets it, the feeds of other subscriptions would, too: it ends the round. Where a snapshot meets it, only
   * this snapshot stays needed.
   */
  readonly wholeFeed?: true
  /** The error only ends a run. The next run goes on with the work or begins it again, and a person need do nothing. */
  readonly harmless?: true
  /** The error says nothing about what another tab would meet. */
  readonly ofThisTab?: true
  /** The service itself named the time to try again. */
  readonly asksToWait?: true
  /** The run was ended early; the next run goes on from there. */
  readonly cutOff?: true
  /** Another tab or worker has become the writer, and does the work. */
  readonly othersWrite?: true
  /** Nothing failed: what is missing comes by itself at a time that the engine chose. */
  readonly inTime?: true
  /** The page that ends the pause syncs by itself, so no background event need be asked for. */
  readonly untilResumed?: true
}

/** Errors that mean no more than whether a repeat may help. They leave one snapshot needed, or end a run. */
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
// It ends the whole round, because the next subscription would wait for the database as long again.
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
  // A reader waits for the sync of another tab, perhaps.
  postponed: { harmless: true, ofThisTab: true, inTime: true },
  paused: { harmless: true, ofThisTab: true, cutOff: true, untilResumed: true },
  writer_superseded: { wholeRun: true, harmless: true, ofThisTab: true, othersWrite: true },
  engine_closed: { harmless: true, ofThisTab: true },
}

/** Which part to look at. `worker`: the engine itself, in the worker or in the page. */
export type ErrorPart = 'relay' | 'service' | 'storage' | 'worker'

/** The part at fault; missing for errors of the service. A table of its own, because a page needs no more than this. */
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

/** No answer came, where the error is retryable and has no status: a refusal is an answer. */
const unanswered: ReadonlySet<string> = new Set<RunErrorCode>(['network', 'timeout', 'token_unavailable'])

/** Whether no answer came at all, from the service or from the token relay, which is asked first. */
export function isNetworkError({
  code,
  retryable,
  status,
}: Pick<WaraqError, 'code' | 'retryable' | 'status'>): boolean {
  return unanswered.has(code) && retryable && status === undefined
}

const none: ErrorMeaning = {}

/** The meaning of a code. Codes that no run meets, and those of another version, have no particular meaning. */
export function meaningOf(code: string): ErrorMeaning {
  return Object.hasOwn(meanings, code) ? meanings[code as keyof typeof meanings] : none
}

/** The answer to an error of a run. */
export function answerTo({ code, retryable }: Pick<WaraqError, 'code' | 'retryable'>): Answer {
  return meaningOf(code).run ?? (retryable ? 'defer' : 'fail')
}

/** Whether the service says that a resource has no snapshot: an answer, not a failure. */
export function meansUnavailable(error: WaraqError): boolean {
  return error.code === 'snapshot_not_found' || error.details['serviceCode'] === 'unknown_resource_group'
}
