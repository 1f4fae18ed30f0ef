import type { ResourceKey } from '@waraq/contract'
import type { ContentStore, ResourceInfo } from '@waraq/engine'
import { useMemo } from 'react'
import { useLive, type LiveValue } from './hooks.ts'

const readResources = async (store: ContentStore): Promise<ReadonlyMap<ResourceKey, ResourceInfo>> =>
  new Map((await store.resources()).map((info) => [info.key, info]))

/** What the library knows of each resource that is, or was, on this device. */
export function useResources(): LiveValue<ReadonlyMap<ResourceKey, ResourceInfo>> {
  return useLive(readResources)
}

/** Resources of a group that can be read now, or are in another state. */
export function useInstalled(
  group: string,
  wanted: ResourceInfo['status'] = 'installed',
): readonly ResourceKey[] {
  const { value } = useResources()
  return useMemo(
    () =>
      [...(value?.values() ?? [])]
        .filter(({ ref, status }) => ref.group === group && status === wanted)
        .map(({ key }) => key),
    [value, group, wanted],
  )
}
