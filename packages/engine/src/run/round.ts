import { meaningOf } from '../errors/error-meanings.ts'
import type { LastRun } from '../store/records.ts'
import { emptyReport, syncOutcome, type RunReport, type SyncReport } from './report.ts'
import { askedAlone, type Together } from './sharing.ts'

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
  // A run that owes snapshots has read its feed.
  return outcome !== 'partial' && errorCode !== null && meaningOf(errorCode).wholeFeed === true
}

/**
 * One sync: runs the chosen subscriptions one after the other, those that share a token in one run; `answered` are the reports of
 * those that need none. `together` tells what the next run asks for, of those that are left and foremost for the first of them; null
 * where that was dropped meanwhile. `run` resolves with null where its subscriptions are to be run one by one, and with no report where
 * the only one was dropped. After an obstacle that every request would meet, the remaining ones are not tried.
 */
export async function runRound(
  filters: readonly string[],
  answered: readonly RunReport[],
  together: (left: readonly string[]) => Promise<Together | null>,
  run: (next: Together) => Promise<readonly RunReport[] | null>,
): Promise<SyncReport> {
  const runs = [...answered]
  const alone = new Set<string>()
  const over = new Set(answered.map(({ filter }) => filter))
  for (;;) {
    const left = filters.filter((filter) => !over.has(filter))
    const [first] = left
    if (first === undefined) break
    const obstacle = runs.find(isObstacle)
    if (obstacle) {
      runs.push(...left.map((filter) => withoutTrying(filter, obstacle)))
      break
    }
    const isAlone = alone.has(first)
    const found = await together(isAlone ? [first] : left.filter((filter) => !alone.has(filter)))
    // One that was dropped before its turn is told by its run; that it was dropped during a run, by nothing.
    const next = found ?? askedAlone(first)
    const reports = found || !isAlone ? await run(next) : []
    for (const filter of next.filters) (reports ? over : alone).add(filter)
    runs.push(...(reports ?? []))
  }
  const place = ({ filter }: RunReport) => filters.indexOf(filter)
  runs.sort((one, other) => place(one) - place(other))
  return { outcome: syncOutcome(runs.map(({ outcome }) => outcome)), runs }
}
