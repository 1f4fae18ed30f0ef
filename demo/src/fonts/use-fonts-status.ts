import type { ResourceRef } from '@waraq/contract'
import type { FontsStatus } from '@waraq/reader/fonts'
import { useEffect, useState } from 'react'
import { useFonts } from './use-fonts.ts'

/** How many fonts of a mushaf are on this device; undefined until that is known, and for other resources. */
export function useFontsStatus(ref: ResourceRef | undefined): FontsStatus | undefined {
  const [status, setStatus] = useState<FontsStatus>()
  const { group, id } = ref ?? {}
  const fonts = useFonts(group === 'mushafs')
  useEffect(() => {
    setStatus(undefined)
    return fonts && group !== undefined && id !== undefined
      ? fonts.watch({ group, id }, setStatus)
      : undefined
  }, [fonts, group, id])
  return status
}
