import { WaraqError } from '@waraq/protocol'

/** Errors of feeds that a run does not apply. */

/** The feed contradicts itself. The batch is forgotten and started again from the same token. */
export function feedInconsistent(problem: string, details?: Record<string, unknown>): WaraqError {
  return new WaraqError({
    code: 'feed_inconsistent',
    message: `The change feed contradicts itself: ${problem}. Nothing was applied; the next run reads it again.`,
    retryable: true,
    details,
  })
}

/**
 * The feed ends before changes that it sent earlier: a lagging replica or a stale cache answered, and applying it would take
 * rows back in time. If that lasts, the service's sequences started again, and everything is fetched again.
 */
export function feedWentBack(upTo: number, before: number, serverTime: number | null): WaraqError {
  return new WaraqError({
    code: 'feed_went_back',
    message:
      'The change feed ends before changes that it has told already; a replica lags behind. Nothing was applied; the next run reads it again.',
    retryable: true,
    details: { upTo, before, serverTime },
  })
}

/** The feed does not end. */
export function feedLoop(problem: string): WaraqError {
  return new WaraqError({
    code: 'feed_loop',
    message: `The change feed does not end: ${problem}. Nothing was applied; the next run reads it again.`,
    retryable: true,
  })
}

/**
 * The feed is larger than a device should read. Not retryable, because it has the same size the next time: the timetable
 * waits longest after such errors. The next try of a subscription with a token is a bootstrap; see `resync.ts`.
 */
export function feedTooLarge(problem: string, details: Record<string, unknown>): WaraqError {
  return new WaraqError({
    code: 'feed_too_large',
    message: `The change feed is too large: ${problem}. Nothing was applied, and what is here stays readable. The next try asks for whole resources instead of their changes; where that is too large as well, tell the operator of the service.`,
    details,
  })
}
