import type { AfterLoss } from '../link/connection.ts'

/** Decides when a new worker is started after a loss. Pure. */

/** Milliseconds before the next worker after the first, second, third and fourth loss in a row. */
const delaysMs = [0, 1_000, 4_000, 15_000]

/** After this many losses in a row, only a call starts a new worker. */
export const mostLosses = delaysMs.length + 1

/** A worker that lived for this long, in milliseconds, was healthy: its loss counts as the first again. */
export const healthyMs = 60_000

/** `livedMs` is the time from the worker's first answer to its loss; 0 if it never answered. */
export function afterLoss(lossesBefore: number, livedMs: number): AfterLoss {
  const losses = livedMs >= healthyMs ? 1 : Math.min(lossesBefore + 1, mostLosses)
  return { losses, restartAfterMs: delaysMs[losses - 1] ?? null }
}
