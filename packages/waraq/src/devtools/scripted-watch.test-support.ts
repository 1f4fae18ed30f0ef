import type { Problem } from '../sync/status/problem.ts'
import type { EngineStatus } from '../sync/status/status.ts'
import type { SyncEngine } from '../sync/api/sync-engine.ts'

/** An engine whose statuses and problems a test sends through `reported`, which is empty while nothing listens. */
export function scriptedWatch() {
  const reported: { status?: (status: EngineStatus) => void; problem?: (problem: Problem | null) => void } =
    {}
  const engine: Pick<SyncEngine, 'watch' | 'onProblem'> = {
    watch(listener) {
      reported.status = listener
      return () => delete reported.status
    },
    onProblem(listener) {
      reported.problem = listener
      return () => delete reported.problem
    },
  }
  return { engine, reported }
}
