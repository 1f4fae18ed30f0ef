import type { SyncEngine } from '../sync/api/sync-engine.ts'
import type { Problem } from '../sync/status/problem.ts'
import type { EngineStatus } from '../sync/status/status.ts'
import { SharedSource } from './shared-source.ts'

/** The status and problem of an engine, shared by all subscribers. */
interface Watched {
  readonly status: SharedSource<EngineStatus | undefined>
  readonly problem: SharedSource<Problem | null>
}

const ofEngine = new WeakMap<SyncEngine, Watched>()

export function watched(engine: SyncEngine): Watched {
  const known = ofEngine.get(engine)
  if (known) return known
  const made: Watched = {
    status: new SharedSource<EngineStatus | undefined>({
      initial: undefined,
      start: (source) => engine.watch((status) => source.set(status)),
    }),
    problem: new SharedSource<Problem | null>({
      initial: null,
      start: (source) => engine.onProblem((problem) => source.set(problem)),
    }),
  }
  ofEngine.set(engine, made)
  return made
}
