/** At most so many syncs within any stretch of so many milliseconds. */
export interface RateBudget {
  readonly most: number
  readonly perMs: number
}

/** The times that still count against the budget. */
export function counting(times: readonly number[], budget: RateBudget, now: number): readonly number[] {
  return times.filter((at) => at > now - budget.perMs)
}

/** When the budget allows one more sync; null where it allows one now. */
export function spentUntil(times: readonly number[], budget: RateBudget, now: number): number | null {
  const recent = counting(times, budget, now)
  const oldest = recent[recent.length - budget.most]
  return oldest === undefined ? null : oldest + budget.perMs
}
