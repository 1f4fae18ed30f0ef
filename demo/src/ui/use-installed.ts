import type { ResourceKey } from '@waraq/protocol'
import type { ResourceInfo } from 'waraq'
import { useResources } from 'waraq/react'
import { useMemo } from 'react'

export type ResourcesByKey = ReadonlyMap<ResourceKey, ResourceInfo>

/** The library's entry of each resource that is, or was, on this device. Undefined until they are read. */
export function useResourcesByKey(): ResourcesByKey | undefined {
  const { data: value } = useResources()
  return useMemo(() => value && new Map(value.map((info) => [info.key, info])), [value])
}

/** Resources of a group that can be read now. With `wanted`, those in another state. */
export function useInstalled(
  group: string,
  wanted: ResourceInfo['status'] = 'installed',
): readonly ResourceKey[] {
  const { data: value } = useResources()
  return useMemo(
    () =>
      (value ?? [])
        .filter(({ ref, status }) => ref.group === group && status === wanted)
        .map(({ key }) => key),
    [value, group, wanted],
  )
}
