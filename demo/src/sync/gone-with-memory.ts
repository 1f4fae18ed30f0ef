import { parseResourceKey, resourceKey, type ResourceKey } from '@waraq/protocol'
import type { EngineStatus } from 'waraq'

type Told = Pick<EngineStatus, 'commits' | 'persistent' | 'subscriptions'>

/**
 * The resources of a library that lived in a worker's memory and was lost with it: its commit number went back, which it never
 * does otherwise. The engine's own storage care notices a stored library that was cleared.
 */
export function goneWithMemory(before: Told | null, after: Told): readonly ResourceKey[] {
  if (!before || after.persistent || after.commits >= before.commits) return []
  const there = new Set(after.subscriptions.map(({ filter }) => filter))
  return before.subscriptions.flatMap(({ filter }) => {
    const ref = there.has(filter) ? undefined : parseResourceKey(filter)
    return ref ? [resourceKey(ref)] : []
  })
}
