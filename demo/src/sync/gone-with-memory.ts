import { parseResourceKey, resourceKey, type ResourceKey } from '@waraq/protocol'
import type { EngineStatus } from 'waraq'

type ReportedStatus = Pick<EngineStatus, 'commits' | 'persistent' | 'subscriptions'>

/**
 * Returns the resources of a library that was in a worker's memory and was lost with it. Its commit number went back, which
 * never happens otherwise. For a stored library, the engine's own storage care notices that it was cleared.
 */
export function goneWithMemory(before: ReportedStatus | null, after: ReportedStatus): readonly ResourceKey[] {
  if (!before || after.persistent || after.commits >= before.commits) return []
  const there = new Set(after.subscriptions.map(({ filter }) => filter))
  return before.subscriptions.flatMap(({ filter }) => {
    const ref = there.has(filter) ? undefined : parseResourceKey(filter)
    return ref ? [resourceKey(ref)] : []
  })
}
