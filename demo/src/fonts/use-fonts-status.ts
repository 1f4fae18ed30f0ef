import type { ResourceRef } from '@waraq/contract'
import type { FontsStatus } from '@waraq/engine/fonts'
import { useEffect, useState } from 'react'
import { useReader } from '../ui/reader-context.ts'

/** How many fonts of a mushaf are on this device; undefined until that is known, and for other resources. */
export function useFontsStatus(ref: ResourceRef | undefined): FontsStatus | undefined {
  const { fonts } = useReader()
  const [status, setStatus] = useState<FontsStatus>()
  const { group, id } = ref ?? {}
  useEffect(() => {
    setStatus(undefined)
    return group === 'mushafs' && id !== undefined ? fonts.watch({ group, id }, setStatus) : undefined
  }, [fonts, group, id])
  return status
}
