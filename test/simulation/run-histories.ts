import fc from 'fast-check'
import { history, type History } from './history/commands.ts'
import { runHistory, type Reported } from './history/run-history.ts'
import { caseAt, shrink } from './shrink.ts'

export interface HistoriesOptions {
  /** Everything is derived from it. */
  readonly seed: number
  /** Stop after this number of histories, or after this number of minutes, whichever is given. */
  readonly count?: number
  readonly minutes?: number
  /** Whether one of every hundred histories is run twice and has to produce the same result. Default true. */
  readonly checkDeterminism?: boolean
  readonly onProgress?: (totals: Totals) => void
}

export interface Totals {
  histories: number
  repeated: number
  requests: number
  events: number
  /** The number of times that the complete database was compared with the states of the service. */
  checks: number
  /** Reads through the public store while engines wrote. */
  reads: number
  /** The number of times that a subscription with a shared token was found. */
  shared: number
  /** The number of times that a waiting deferred refresh was found. */
  postponed: number
  /** The number of times that a staging with rows of a first snapshot was found, and of reads that got such rows. */
  partial: number
  arrived: number
  seconds: number
}

export interface Failure {
  readonly seed: number
  readonly path: string
  readonly message: string
  /** The history, shrunk as far as possible. It can be stored in this form. */
  readonly history: History
}

export interface HistoriesResult {
  readonly totals: Totals
  readonly failure: Failure | null
}

const perBatch = 50

function sameTrace(first: Reported, second: Reported): void {
  const index = first.trace.findIndex((line, place) => line !== second.trace[place])
  if (index < 0 && first.trace.length === second.trace.length) return
  throw new Error(
    `Not deterministic: line ${index} was\n${first.trace[index]}\nand then\n${second.trace[index]}`,
  )
}

function failureOf(details: fc.RunDetails<[History]>): Failure {
  const { seed, counterexamplePath: path, counterexample, errorInstance } = details
  const message = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  return { seed, path: path!, message, history: counterexample![0] }
}

/**
 * Each aborted signal creates an error whose stack is never read. Collecting stacks takes a twentieth of a history's time. A
 * history that fails is run again, with stacks, while it is shrunk.
 */
async function withoutStacks<T>(work: () => Promise<T>): Promise<T> {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return await work()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** Runs random histories until the count or the time is reached, or one fails. */
export async function runHistories(options: HistoriesOptions): Promise<HistoriesResult> {
  const { seed, count = Infinity, minutes = Infinity, checkDeterminism = true, onProgress } = options
  const startedAt = Date.now()
  const totals: Totals = {
    histories: 0,
    repeated: 0,
    requests: 0,
    events: 0,
    checks: 0,
    reads: 0,
    shared: 0,
    postponed: 0,
    partial: 0,
    arrived: 0,
    seconds: 0,
  }

  const live = async (one: History) => {
    const reported = await runHistory(one)
    totals.histories += 1
    for (const what of [
      'requests',
      'events',
      'checks',
      'reads',
      'shared',
      'postponed',
      'partial',
      'arrived',
    ] as const)
      totals[what] += reported[what]
    if (!checkDeterminism || totals.histories % 100 !== 25) return
    sameTrace(reported, await runHistory(one))
    totals.repeated += 1
  }

  for (let batch = 0; totals.histories < count; batch += 1) {
    if (Date.now() - startedAt >= minutes * 60_000) break
    const details = await withoutStacks(() =>
      fc.check(fc.asyncProperty(history, live), {
        seed: seed + batch,
        numRuns: Math.min(perBatch, count - totals.histories),
        endOnFailure: true,
      }),
    )
    totals.seconds = (Date.now() - startedAt) / 1000
    onProgress?.(totals)
    if (!details.failed) continue
    const failure = failureOf(details)
    const smaller = await shrink(history, runHistory, failure)
    return { totals, failure: smaller.counterexample === null ? failure : failureOf(smaller) }
  }
  return { totals, failure: null }
}

/** Runs one history again, from the seed and path that were printed. */
export async function replayHistory(seed: number, path: string): Promise<void> {
  await runHistory(caseAt(history, { seed, path }))
}
