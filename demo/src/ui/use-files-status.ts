import { parseResourceKey, resourceKey, type ResourceKey, type ResourceRef } from '@waraq/protocol'
import { useEffect, useState } from 'react'
import { useOpened } from './use-opened.ts'

/** A store of resource files, such as fonts or recordings. */
interface KeptFiles<Status> {
  watch(ref: ResourceRef, listener: (status: Status) => void): () => void
}

/** Status of a resource's kept files. Undefined until it is known, and without `open` or a resource. */
export function useFilesStatus<Status>(
  open: (() => Promise<KeptFiles<Status>>) | null,
  ref: ResourceRef | null | undefined,
): Status | undefined {
  const opened = useOpened(ref ? open : null)
  const key = ref && resourceKey(ref)
  const [known, setKnown] = useState<{ readonly of: ResourceKey; readonly status: Status }>()
  useEffect(() => {
    const of = key && parseResourceKey(key)
    return opened && of ? opened.watch(of, (status) => setKnown({ of: key, status })) : undefined
  }, [opened, key])
  return opened && known && known.of === key ? known.status : undefined
}
