import { parseResourceKey, type ResourceKey } from '@waraq/contract'
import type { RecordingsStatus } from '@waraq/reader/recordings'
import { useEffect, useState } from 'react'
import { useReader } from '../ui/reader-context.ts'
import { useOpened } from '../ui/use-opened.ts'

/** What is kept of a recitation's recordings; undefined until that is known, and for other resources. */
export function useRecordingsStatus(key: ResourceKey | null): RecordingsStatus | undefined {
  const { recordings } = useReader()
  const opened = useOpened(key ? recordings : null)
  const [known, setKnown] = useState<{ readonly of: ResourceKey; readonly status: RecordingsStatus }>()
  useEffect(() => {
    const ref = key && parseResourceKey(key)
    return opened && ref ? opened.watch(ref, (status) => setKnown({ of: key, status })) : undefined
  }, [opened, key])
  return known?.of === key ? known.status : undefined
}
