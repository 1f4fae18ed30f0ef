import type { WaraqError } from '@waraq/contract'

/**
 * What a run does about an error:
 *
 * - `resync`: forget token and page set, begin a bootstrap; rows stay readable until they are replaced.
 * - `restart`: forget the page set, begin it again from the token.
 * - `abandon`: forget the page set and end as failed; the next run begins it again, or asks otherwise (`asksForChanges`).
 * - `replan`: a local resource turned out to be damaged and now owes a snapshot; plan the set again.
 * - `collect`: delete garbage and try the step once more.
 * - `defer`: keep the page set and end as deferred; a later run goes on.
 * - `fail`: keep the page set and end as failed.
 */
export type Answer = 'resync' | 'restart' | 'abandon' | 'replan' | 'collect' | 'defer' | 'fail'

const answers = new Map<string, Answer>([
  ['resync_required', 'resync'],
  ['token_filter_mismatch', 'resync'],
  ['cursor_filter_mismatch', 'restart'],
  ['cursor_per_page_mismatch', 'restart'],
  ['invalid_per_page', 'fail'],
  ['invalid_resources', 'fail'],
  ['unauthorized', 'fail'],
  ['forbidden', 'fail'],
  ['feed_inconsistent', 'abandon'],
  ['feed_went_back', 'abandon'],
  ['feed_loop', 'abandon'],
  ['feed_too_large', 'abandon'],
  ['foreign_address', 'abandon'],
  ['resource_damaged', 'replan'],
  ['quota_exceeded', 'collect'],
  // Whatever is asked for next would wait for the database as long again.
  ['storage_blocked', 'fail'],
  ['storage_lost', 'fail'],
  ['storage_failed', 'fail'],
  ['storage_unavailable', 'fail'],
  ['newer_format', 'fail'],
])

/** The answer to an error of a run. Errors that a later try may not meet, and that nothing else is said of, defer. */
export function answerTo(error: WaraqError): Answer {
  return answers.get(error.code) ?? (error.retryable ? 'defer' : 'fail')
}

/**
 * Errors of one snapshot that are the whole run's business: every other request would meet them too, so the run ends
 * here instead of asking on. All others leave just this snapshot owed.
 */
export function concernsWholeRun(error: WaraqError): boolean {
  const answer = answerTo(error)
  return (
    (answer === 'fail' &&
      (error.code === 'unauthorized' || error.code === 'forbidden' || error.code.startsWith('storage_'))) ||
    answer === 'collect' ||
    ['network', 'rate_limited', 'token_unavailable', 'writer_superseded', 'newer_format', 'stopped'].includes(
      error.code,
    )
  )
}

/** Whether the service says that a resource has no snapshot: an answer, not a failure. */
export function meansUnavailable(error: WaraqError): boolean {
  return error.code === 'snapshot_not_found' || error.details['serviceCode'] === 'unknown_resource_group'
}
