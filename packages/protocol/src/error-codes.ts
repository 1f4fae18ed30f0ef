/**
 * The only list of the codes that a `WaraqError` may have. Each code is in exactly one of the lists below. A list says whether
 * repeating the same call may help although nothing changed, and whether a run may meet its codes. The lists are types only:
 * they add no bytes where errors are created, and an error that contradicts them does not compile.
 *
 * Codes of runs have a row in the engine's table, `packages/waraq/src/sync/errors/error-meanings.ts`. Codes of calls end the
 * call and nothing else.
 */

/** A repeat may help. Runs meet these codes, or a status of the library reports them. */
type PassingInRuns =
  // Requests
  | 'cached_answer'
  | 'network'
  | 'not_json'
  | 'rate_limited'
  | 'service_failed'
  | 'timeout'
  | 'truncated_body'
  // The feed and its snapshots
  | 'feed_inconsistent'
  | 'feed_loop'
  | 'feed_went_back'
  | 'resync_loop'
  | 'set_overtaken'
  | 'stale_snapshot'
  | 'wrong_snapshot'
  // The library
  | 'budget_spent'
  | 'content_stale'
  | 'paused'
  | 'postponed'
  | 'resource_damaged'
  | 'storage_blocked'
  | 'storage_failed'
  | 'storage_lost'
  | 'subscription_changed'
  | 'writer_superseded'
  // The worker
  | 'worker_failed'

/** A repeat may help. Only calls meet these codes. */
type PassingInCalls =
  | 'background_unfinished'
  | 'catalogue_failed'
  | 'empty_list'
  | 'endless_list'
  | 'index_failed'
  | 'view_unsettled'

/** A repeat does not help until something changes. Runs meet these codes, or a status of the library reports them. */
type LastingInRuns =
  // Requests
  | 'cursor_filter_mismatch'
  | 'cursor_per_page_mismatch'
  | 'feed_too_large'
  | 'forbidden'
  | 'foreign_address'
  | 'invalid_per_page'
  | 'invalid_request'
  | 'invalid_resources'
  | 'not_found'
  | 'resync_required'
  | 'snapshot_not_found'
  | 'snapshot_too_large'
  | 'token_filter_mismatch'
  // The library
  | 'engine_closed'
  | 'internal'
  | 'newer_format'
  | 'not_listed'
  | 'quota_exceeded'
  // The worker
  | 'protocol_mismatch'

/** A repeat does not help until something changes. Only calls meet these codes. */
type LastingInCalls =
  // Arguments and options
  | 'invalid_argument'
  | 'invalid_command'
  | 'invalid_content_root'
  | 'invalid_filter'
  | 'invalid_option'
  | 'invalid_relay_address'
  | 'invalid_relay_configuration'
  | 'invalid_user_root'
  | 'not_provided'
  | 'not_subscribed'
  | 'nothing_to_sync'
  // When and where the call was made
  | 'aborted'
  | 'browser_only'
  | 'catalogue_closed'
  | 'files_closed'
  | 'insecure_context'
  | 'no_dom'
  | 'sanitiser_configured'
  | 'search_closed'
  | 'store_closed'
  | 'view_ended'
  // Files
  | 'file_mismatch'
  | 'file_unusable'
  | 'font_refused'
  // User data
  | 'data_lost'
  | 'insufficient_scope'
  | 'invalid_path'
  | 'other_account'
  | 'outbox_full'
  | 'out_of_sync'
  | 'outcome_unknown'
  | 'scope_not_approved'
  | 'unprocessable_entity'

/** Whether a repeat may help depends on what happened: `retryable` of each error says so. */
type VaryingInRuns =
  | 'invalid_response'
  | 'proxy_refused'
  | 'storage_unavailable'
  | 'token_unavailable'
  | 'unauthorized'
  | 'worker_lost'

/** Codes that runs meet, or that a status of the library reports. */
export type RunErrorCode = PassingInRuns | LastingInRuns | VaryingInRuns

/** Codes with which the same call may succeed later, although nothing changed. */
export type PassingErrorCode = PassingInRuns | PassingInCalls

/** Codes with which the same call fails until something changes. */
export type LastingErrorCode = LastingInRuns | LastingInCalls

/** Codes with which either is possible: `retryable` of each error says which. */
export type VaryingErrorCode = VaryingInRuns

/** The code of a `WaraqError`. An error created by another version may have a code that is not listed here. */
export type ErrorCode = PassingErrorCode | LastingErrorCode | VaryingErrorCode
