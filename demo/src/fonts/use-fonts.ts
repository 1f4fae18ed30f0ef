import type { Fonts } from 'waraq/files'
import { useReader } from '../ui/reader-context.ts'
import { useOpened } from '../ui/use-opened.ts'

/** The fonts of glyph mushafs. Null until they are loaded, and while they are not `wanted`. */
export function useFonts(wanted = true): Fonts | null {
  const { fonts } = useReader()
  return useOpened(wanted ? fonts : null)
}
