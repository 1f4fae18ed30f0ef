import type { Problem } from '../sync/status/problem.ts'
import type { EngineStatus } from '../sync/status/status.ts'
import type { SyncEngine } from '../sync/api/sync-engine.ts'

/** An engine whose statuses and problems a test sends through `told`, which is empty while nothing listens. */
export function scriptedWatch() {
  const told: { status?: (status: EngineStatus) => void; problem?: (problem: Problem | null) => void } = {}
  const engine: Pick<SyncEngine, 'watch' | 'onProblem'> = {
    watch(listener) {
      told.status = listener
      return () => delete told.status
    },
    onProblem(listener) {
      told.problem = listener
      return () => delete told.problem
    },
  }
  return { engine, told }
}
