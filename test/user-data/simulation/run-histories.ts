import fc from 'fast-check'
import { caseAt, shrink } from '../../simulation/shrink.ts'
import { history, type History } from './commands.ts'
import { runHistory, type Told } from './run-history.ts'

/** Sums over histories, by what is counted. */
export type Totals = Record<
  'histories' | 'repeated' | 'acts' | 'requests' | 'effects' | 'pushed' | 'checks' | 'blocked' | 'prompt',
  number
>

export interface Failure {
  readonly seed: number
  readonly path: string
  readonly message: string
  /** The history, made as small as possible. */
  readonly history: History
}

function failureOf({ seed, counterexamplePath, counterexample, errorInstance }: fc.RunDetails<[History]>) {
  const message = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  return { seed, path: counterexamplePath!, message, history: counterexample![0] }
}

/** So many random histories; the first is lived through twice and has to go the same way. Ends with the first that fails. */
export async function runHistories(
  seed: number,
  count: number,
): Promise<{ readonly totals: Totals; readonly failure: Failure | null }> {
  const counted = { acts: 0, requests: 0, effects: 0, pushed: 0, checks: 0, blocked: 0, prompt: 0 }
  const totals: Totals = { histories: 0, repeated: 0, ...counted }
  const live = async (one: History) => {
    const told = await runHistory(one)
    totals.histories += 1
    for (const what of Object.keys(counted) as (keyof typeof counted)[]) totals[what] += told[what]
    if (totals.histories !== 1) return
    sameTrace(told, await runHistory(one))
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

function sameTrace(first: Told, second: Told): void {
  const index = first.trace.findIndex((line, place) => line !== second.trace[place])
  if (index < 0 && first.trace.length === second.trace.length) return
  throw new Error(
    `Not deterministic: line ${index} was\n${first.trace[index]}\nand then\n${second.trace[index]}`,
  )
}

/** One history again, from the seed and path that were printed: this one alone. */
export async function replayHistory(seed: number, path: string): Promise<void> {
  await runHistory(caseAt(history, { seed, path }))
}
