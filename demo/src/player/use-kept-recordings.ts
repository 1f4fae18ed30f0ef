import { parseResourceKey, type ResourceKey } from '@waraq/protocol'
import { useEffect, useState } from 'react'
import { useReader } from '../ui/reader-context.ts'
import { useOpened } from '../ui/use-opened.ts'

export interface KeptRecordings {
  readonly key: ResourceKey
  readonly bytes: number
}

/** The recitations whose recordings are kept or should be kept, with the bytes on this device. Largest first. */
export function useKeptRecordings(recitations: readonly ResourceKey[]): readonly KeptRecordings[] {
  const { recordings } = useReader()
  const opened = useOpened(recitations.length > 0 ? recordings : null)
  const [known, setKnown] = useState<ReadonlyMap<ResourceKey, number | null>>(new Map())
  const keys = recitations.join(';')
  useEffect(() => {
    if (!opened) return
    const ends = (keys.split(';') as ResourceKey[]).map((key) =>
      opened.watch(parseResourceKey(key)!, ({ wanted, bytes }) =>
        setKnown((before) => new Map(before).set(key, wanted > 0 ? bytes : null)),
      ),
    )
    return () => ends.forEach((end) => end())
  }, [opened, keys])
  return recitations
    .flatMap((key) => {
      const bytes = known.get(key) ?? null
      return bytes === null ? [] : [{ key, bytes }]
    })
    .toSorted((a, b) => b.bytes - a.bytes || (a.key < b.key ? -1 : 1))
}
