import type { ResourceRef } from '@waraq/protocol'
import type { FontsStatus } from 'waraq/files'
import { useReader } from '../ui/reader-context.ts'
import { useFilesStatus } from '../ui/use-files-status.ts'

/** How many fonts of a mushaf are on this device; undefined until that is known, and for other resources. */
export function useFontsStatus(ref: ResourceRef | undefined): FontsStatus | undefined {
  const { fonts } = useReader()
  return useFilesStatus(ref?.group === 'mushafs' ? fonts : null, ref)
}
