import { parseResourceKey, resourceKey, type ResourceKey } from '@waraq/contract'
import type { EngineStatus } from '@waraq/engine'

type Told = Pick<EngineStatus, 'commits' | 'persistent' | 'subscriptions'>

/**
 * What was kept by a library that lived in a worker's memory and went with it. A library's commits never count back. Of a
 * stored one that was cleared, the engine's own care knows.
 */
export function goneWithMemory(before: Told | null, after: Told): readonly ResourceKey[] {
  if (!before || after.persistent || after.commits >= before.commits) return []
  const there = new Set(after.subscriptions.map(({ filter }) => filter))
  return before.subscriptions.flatMap(({ filter }) => {
    const ref = there.has(filter) ? undefined : parseResourceKey(filter)
    return ref ? [resourceKey(ref)] : []
  })
}
