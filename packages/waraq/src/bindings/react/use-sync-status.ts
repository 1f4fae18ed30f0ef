import type { EngineStatus } from '../../sync/status/status.ts'
import type { SyncEngine } from '../../sync/api/sync-engine.ts'
import { useSyncExternalStore } from 'react'
import { useLibrary } from './provider.ts'
import { SharedSource } from '../../app/shared-source.ts'

type StatusSource = SharedSource<EngineStatus | undefined>

const ofEngine = new WeakMap<SyncEngine, StatusSource>()

function statusOf(engine: SyncEngine): StatusSource {
  const known = ofEngine.get(engine)
  if (known) return known
  const made: StatusSource = new SharedSource<EngineStatus | undefined>({
    initial: undefined,
    start: (source) => engine.watch((status) => source.set(status)),
  })
  ofEngine.set(engine, made)
  return made
}

const never = () => () => undefined
const unknown = () => undefined

/** The state of syncing, the same in every tab. Undefined until it is known, and on a server. */
export function useSyncStatus(): EngineStatus | undefined {
  const { engine } = useLibrary()
  const source = engine ? statusOf(engine) : undefined
  return useSyncExternalStore(source?.follow ?? never, source?.get ?? unknown, unknown)
}
