import { meaningOf } from '../errors/error-meanings.ts'
import type { LastRun, SubscriptionRecord } from '../../store/records.ts'
import { emptyReport, syncOutcome, type RunReport, type SyncReport } from './report.ts'
import { askedTogether, type Together } from './sharing.ts'

/** The report of a run that was not begun, because the run before it met an obstacle that this one would meet too. */
function withoutTrying(filter: string, before: RunReport): RunReport {
  const { outcome, mode, error, retryAt } = before
  return {
    ...emptyReport(filter, mode, outcome),
    ...(error ? { error } : {}),
    ...(retryAt === undefined ? {} : { retryAt }),
  }
}

/** Whether each other run of the round would meet what this one met. */
export function isObstacle({ error, outcome }: Pick<RunReport, 'error' | 'outcome'>): boolean {
  if (outcome === 'current' || error === undefined) return false
  return meaningOf(error.code).wholeRun === true || failedFeed({ outcome, errorCode: error.code })
}

/** Whether a run failed at its feed in a way that the feeds of other subscriptions may. */
export function failedFeed({ outcome, errorCode }: Pick<LastRun, 'outcome' | 'errorCode'>): boolean {
  // A run that needs snapshots has read its feed.
  return outcome !== 'partial' && errorCode !== null && meaningOf(errorCode).wholeFeed === true
}

/** `one_by_one`: its subscriptions are to be run by themselves. `gave_way`: it stopped for what a person waits for, and goes on later. */
export type RunAnswer = readonly RunReport[] | 'one_by_one' | 'gave_way'

/**
 * One sync: runs the subscriptions one after the other, those that share a token in one run; `answered` are the reports of those that
 * need none. `subscriptions` is asked before each run, so that one which was made meanwhile joins the round, and tells them in the order
 * in which they are to run. `run` answers with no report where its only subscription was dropped. After an obstacle that every request
 * would meet, the remaining ones are not tried.
 */
export async function runRound(
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
    else if (answer !== 'gave_way') {
      for (const filter of next.filters) over.add(filter)
      runs.push(...answer)
    }
    // Storage may be what blocks.
    if (!isBlocked()) listed = await subscriptions()
  }
  const obstacle = runs.find(isObstacle)
  if (obstacle) runs.push(...left().map(({ filter }) => withoutTrying(filter, obstacle)))
  const order = listed.map(({ filter }) => filter)
  const place = ({ filter }: RunReport) => order.indexOf(filter)
  runs.sort((one, other) => place(one) - place(other))
  return { outcome: syncOutcome(runs.map(({ outcome }) => outcome)), runs }
}
