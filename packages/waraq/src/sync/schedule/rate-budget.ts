/** A rate limit: at most `most` syncs within any period of `perMs` milliseconds. */
export interface RateBudget {
  readonly most: number
  readonly perMs: number
}

/** Returns the times that still count against the budget. */
export function counting(times: readonly number[], budget: RateBudget, now: number): readonly number[] {
  return times.filter((at) => at > now - budget.perMs)
}

/** Returns when the budget allows one more sync; null if it allows one now. */
export function spentUntil(times: readonly number[], budget: RateBudget, now: number): number | null {
  const recent = counting(times, budget, now)
  const oldest = recent[recent.length - budget.most]
  return oldest === undefined ? null : oldest + budget.perMs
}
