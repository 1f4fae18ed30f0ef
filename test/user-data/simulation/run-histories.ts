import fc from 'fast-check'
import { caseAt, shrink } from '../../simulation/shrink.ts'
import { history, type History } from './commands.ts'
import { runHistory, type Reported } from './run-history.ts'

/** Sums over histories, by counter. */
export type Totals = Record<
  | 'histories'
  | 'repeated'
  | 'mutations'
  | 'requests'
  | 'effects'
  | 'pushed'
  | 'checks'
  | 'blocked'
  | 'prompt',
  number
>

export interface Failure {
  readonly seed: number
  readonly path: string
  readonly message: string
  /** The history, shrunk as far as possible. */
  readonly history: History
}

function failureOf({ seed, counterexamplePath, counterexample, errorInstance }: fc.RunDetails<[History]>) {
  const message = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  return { seed, path: counterexamplePath!, message, history: counterexample![0] }
}

/** Runs `count` random histories. The first is run twice and has to produce the same result. Ends with the first that fails. */
export async function runHistories(
  seed: number,
  count: number,
): Promise<{ readonly totals: Totals; readonly failure: Failure | null }> {
  const counted = { mutations: 0, requests: 0, effects: 0, pushed: 0, checks: 0, blocked: 0, prompt: 0 }
  const totals: Totals = { histories: 0, repeated: 0, ...counted }
  const live = async (one: History) => {
    const reported = await runHistory(one)
    totals.histories += 1
    for (const what of Object.keys(counted) as (keyof typeof counted)[]) totals[what] += reported[what]
    if (totals.histories !== 1) return
    sameTrace(reported, await runHistory(one))
    totals.repeated += 1
  }
  const details = await fc.check(fc.asyncProperty(history, live), {
    seed,
    numRuns: count,
    endOnFailure: true,
  })
  if (!details.failed) return { totals, failure: null }
  const failure = failureOf(details)
  const smaller = await shrink(history, runHistory, failure)
  return { totals, failure: smaller.counterexample === null ? failure : failureOf(smaller) }
}

function sameTrace(first: Reported, second: Reported): void {
  const index = first.trace.findIndex((line, place) => line !== second.trace[place])
  if (index < 0 && first.trace.length === second.trace.length) return
  throw new Error(
    `Not deterministic: line ${index} was\n${first.trace[index]}\nand then\n${second.trace[index]}`,
  )
}

/** Runs only one history again, from the seed and path that were printed. */
export async function replayHistory(seed: number, path: string): Promise<void> {
  await runHistory(caseAt(history, { seed, path }))
}
