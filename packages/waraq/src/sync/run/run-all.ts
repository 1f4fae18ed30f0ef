import { meaningOf } from '../errors/error-meanings.ts'
import type { LastRun, SubscriptionRecord } from '../../store/records.ts'
import { emptyReport, syncOutcome, type RunReport, type SyncReport } from './report.ts'
import { askedTogether, type Together } from './sharing.ts'

/** Returns the report of a run that was not started, because the run before it met an obstacle that this one would meet too. */
function withoutTrying(filter: string, before: RunReport): RunReport {
  const { outcome, mode, error, retryAt } = before
  return {
    ...emptyReport(filter, mode, outcome),
    ...(error ? { error } : {}),
    ...(retryAt === undefined ? {} : { retryAt }),
  }
}

/** Returns whether every other run of the sync would meet the same obstacle as this one. */
export function isObstacle({ error, outcome }: Pick<RunReport, 'error' | 'outcome'>): boolean {
  if (outcome === 'current' || error === undefined) return false
  return meaningOf(error.code).wholeRun === true || failedFeed({ outcome, errorCode: error.code })
}

/** Returns whether a run failed at its feed in a way in which the feeds of other subscriptions may also fail. */
export function failedFeed({ outcome, errorCode }: Pick<LastRun, 'outcome' | 'errorCode'>): boolean {
  // A run that needs snapshots has read its feed.
  return outcome !== 'partial' && errorCode !== null && meaningOf(errorCode).wholeFeed === true
}

/**
 * The result of a run. `one_by_one`: its subscriptions have to be run separately. `preempted`: it was preempted by a run that
 * a person waits for, and continues later.
 */
export type RunAnswer = readonly RunReport[] | 'one_by_one' | 'preempted'

/**
 * Runs one sync: the subscriptions one after the other, those that share a token in one run. After an obstacle that every
 * request would meet, the remaining ones are not tried.
 *
 * - `answered`: the reports of subscriptions that need no run.
 * - `subscriptions`: called before each run, so that a subscription made in the meantime joins the sync. Resolves with them
 *   in the order in which they run.
 * - `run`: resolves with no report if its only subscription was dropped.
 */
export async function runAll(
  answered: readonly RunReport[],
  subscriptions: () => Promise<readonly SubscriptionRecord[]>,
  run: (next: Together) => Promise<RunAnswer>,
): Promise<SyncReport> {
  const runs = [...answered]
  const alone = new Set<string>()
  const over = new Set(answered.map(({ filter }) => filter))
  let listed = await subscriptions()
  const left = () => listed.filter(({ filter }) => !over.has(filter))
  const isBlocked = () => runs.some(isObstacle)
  while (!isBlocked()) {
    const [first, ...others] = left()
    if (first === undefined) break
    const isAlone = alone.has(first.filter)
    const next = askedTogether(first, isAlone ? [] : others.filter(({ filter }) => !alone.has(filter)))
    const answer = await run(next)
    if (answer === 'one_by_one') for (const filter of next.filters) alone.add(filter)
    else if (answer !== 'preempted') {
      for (const filter of next.filters) over.add(filter)
      runs.push(...answer)
    }
    // Storage may be the obstacle.
    if (!isBlocked()) listed = await subscriptions()
  }
  const obstacle = runs.find(isObstacle)
  if (obstacle) runs.push(...left().map(({ filter }) => withoutTrying(filter, obstacle)))
  const order = listed.map(({ filter }) => filter)
  const place = ({ filter }: RunReport) => order.indexOf(filter)
  runs.sort((one, other) => place(one) - place(other))
  return { outcome: syncOutcome(runs.map(({ outcome }) => outcome)), runs }
}
