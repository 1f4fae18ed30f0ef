import type { SyncReport } from '@waraq/engine'

/** When the next sync comes. Pure: time and chance are handed in. */

const minuteMs = 60_000
const usualMs = 60 * minuteMs
const firstRetryMs = 15_000
const longestRetryMs = 15 * minuteMs
/** Looking at the page again starts a sync only where the last one is at least this old. */
const restMs = minuteMs

/** Up to a tenth earlier or later, so that many readers do not ask in the same second. */
function jittered(ms: number, random: () => number): number {
  return ms * (0.9 + 0.2 * random())
}

/**
 * An hour after a complete sync. After one that has more to do, when the service or the engine said, and each time in a
 * row a while later than that, so that a service in trouble is not asked in a rhythm for ever.
 */
export function nextSyncAt(
  report: SyncReport,
  failuresInARow: number,
  now: number,
  random: () => number = Math.random,
): number {
  const usual = now + jittered(usualMs, random)
  const asked = report.runs.flatMap(({ retryAt }) => (retryAt === undefined ? [] : [retryAt]))
  if (asked.length === 0) return usual
  const patience = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.max(0, failuresInARow - 1))
  return Math.min(usual, Math.max(...asked, now + jittered(patience, random)))
}

export function isRested(lastSyncAt: number | null, now: number): boolean {
  return lastSyncAt === null || now - lastSyncAt >= restMs
}
