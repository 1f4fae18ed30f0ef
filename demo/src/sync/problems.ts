import type { RunReport, SubscriptionStatus } from '@waraq/engine'
import type { SyncProblem } from './sync-state.ts'

/** Codes of errors that mean that no answer came. A relay that answers with a refusal gives no time to try again. */
function meansUnreachable(code: string, retryable: boolean): boolean {
  return code === 'network' || code === 'timeout' || (code === 'token_unavailable' && retryable)
}

export function problemOf(runs: readonly RunReport[]): SyncProblem | null {
  const error = runs.find((run) => run.outcome !== 'current' && run.error)?.error
  if (!error) return null
  const answered = error.status !== undefined
  return { message: error.message, unreachable: !answered && meansUnreachable(error.code, error.retryable) }
}

/** What stood in the way of the latest run, as the engine remembers it from an earlier visit. */
export function rememberedProblem(subscriptions: readonly SubscriptionStatus[]): SyncProblem | null {
  for (const { lastRun, currentAt } of subscriptions) {
    if (!lastRun || lastRun.outcome === 'current' || !lastRun.message || lastRun.at < (currentAt ?? 0))
      continue
    const unreachable = meansUnreachable(lastRun.errorCode ?? '', lastRun.retryAt !== null)
    return { message: lastRun.message, unreachable }
  }
  return null
}

export function unexpectedProblem(error: unknown): SyncProblem {
  const message = error instanceof Error ? error.message : 'The sync engine failed. Reload the page.'
  return { message, unreachable: false }
}
