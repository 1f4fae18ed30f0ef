import type { Fonts } from '@waraq/reader/fonts'
import { useEffect, useState } from 'react'
import { useReader } from '../ui/reader-context.ts'

/** The fonts of glyph mushafs; null until they are loaded, and while they are not `wanted`. */
export function useFonts(wanted = true): Fonts | null {
  const { fonts } = useReader()
  const [opened, setOpened] = useState<Fonts | null>(null)
  useEffect(() => {
    if (!wanted) return
    let isHere = true
    fonts().then(
      (made) => isHere && setOpened(made),
      () => undefined,
    )
    return () => void (isHere = false)
  }, [fonts, wanted])
  return wanted ? opened : null
}
