import { isWaraqError } from '@waraq/contract'
import type { EngineStatus, SubscriptionStatus } from '@waraq/engine'
import type { Words } from '../words/words.ts'
import type { Trouble } from './sync-state.ts'

/** Why the content is not up to date. */
export interface SyncProblem {
  readonly code: string
  /** The engine's own words: what happened and what to do. Null where it only gives a code. */
  readonly message: string | null
  /** Whether the service could not be reached: the content on this device is shown, and is fine. */
  readonly unreachable: boolean
}

/** Runs that stopped early and go on by themselves. */
const harmless: ReadonlySet<string> = new Set(['budget_spent', 'writer_superseded'])

/** Whether an error means that no answer came. A relay that answers with a refusal is not retryable. */
export function meansUnreachable(code: string, retryable: boolean): boolean {
  return code === 'network' || code === 'timeout' || (code === 'token_unavailable' && retryable)
}

function runProblem({ lastRun, currentAt }: SubscriptionStatus): SyncProblem | null {
  if (!lastRun || lastRun.outcome === 'current' || !lastRun.message) return null
  const { errorCode, message, retryAt } = lastRun
  const code = errorCode ?? 'unknown'
  if (harmless.has(code) || lastRun.at < (currentAt ?? 0)) return null
  return { code, message, unreachable: meansUnreachable(code, retryAt !== null) }
}

/** The first problem in the library's own records; null where there is none. */
export function problemOf({ subscriptions, schedule }: EngineStatus): SyncProblem | null {
  for (const subscription of subscriptions) {
    const problem = runProblem(subscription)
    if (problem) return problem
  }
  // A sync that failed before its run began leaves only a code.
  if (!schedule?.errorCode || schedule.failures === 0 || harmless.has(schedule.errorCode)) return null
  const code = schedule.errorCode
  return { code, message: null, unreachable: meansUnreachable(code, true) }
}

export function troubleOf(error: unknown): Trouble {
  if (isWaraqError(error)) return { code: error.code, message: error.message }
  return { code: 'unknown', message: error instanceof Error ? error.message : null }
}

export function problemWords({ code, message }: Pick<SyncProblem, 'code' | 'message'>, words: Words): string {
  return message === null ? words.sync.failed(code) : words.problem(code, message)
}

export function troubleWords({ code, message }: Trouble, words: Words): string {
  return message === null ? words.sync.unknownTrouble : words.problem(code, message)
}
