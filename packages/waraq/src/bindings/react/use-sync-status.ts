import { useSyncExternalStore } from 'react'
import { watched } from '../../app/watched.ts'
import type { EngineStatus } from '../../sync/status/status.ts'
import { useLibrary } from './provider.ts'

const never = () => () => undefined
const unknown = () => undefined

/** The status of syncs, the same in every tab. Undefined until it is known, and on a server. */
export function useSyncStatus(): EngineStatus | undefined {
  const { engine } = useLibrary()
  const source = engine ? watched(engine).status : undefined
  return useSyncExternalStore(source?.follow ?? never, source?.get ?? unknown, unknown)
}
