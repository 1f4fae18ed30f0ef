import type { AfterLoss } from '../link/connection.ts'

/** When a new worker is started after one was lost. Pure: how long the lost one lived comes in, what to do comes out. */

/** Waits before the new workers after the first, second, third and fourth loss in a row. */
const delaysMs = [0, 1_000, 4_000, 15_000]

/** So many losses in a row, and a new worker is started only when a call asks for one. */
export const mostLosses = delaysMs.length + 1

/** A worker that answered for so long was healthy: what came before it is forgotten. */
export const healthyMs = 60_000

/** `livedMs` is the time from the worker's first answer to its loss; 0 where it never answered. */
export function afterLoss(lossesBefore: number, livedMs: number): AfterLoss {
  const losses = livedMs >= healthyMs ? 1 : Math.min(lossesBefore + 1, mostLosses)
  return { losses, restartAfterMs: delaysMs[losses - 1] ?? null }
}
