import { PlanHistory } from './history.ts'

/** The trace of a history that failed. */
function traceOf(seed: number, shares: boolean): string {
  const history = new PlanHistory(seed, shares, true)
  try {
    history.run()
  } catch {
    // It is known to fail.
  }
  return history.trace.join('\n')
}

/** Runs the schedule of a seed. Throws with the trace if it breaks a promise. */
export function runPlan(seed: number, shares = true): void {
  try {
    new PlanHistory(seed, shares).run()
  } catch (error) {
    throw new Error(`${String(error)}\n${traceOf(seed, shares)}`, { cause: error })
  }
}
