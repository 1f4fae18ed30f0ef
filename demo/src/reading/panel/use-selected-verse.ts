import { useCallback, useEffect, useRef, useState } from 'react'
import { useReopening } from '../../ui/use-overlay-entry.ts'

/**
 * The verse whose panel is open on a screen. Null if none is open. The panel may take space from the text, so lines break
 * elsewhere: `keepSteady` is called before it opens and before it closes.
 */
export function useSelectedVerse(keepSteady: (pressed?: Element | null) => void) {
  const [verseKey, setVerseKey] = useState<string | null>(null)
  const opener = useRef<HTMLElement | null>(null)
  const open = useCallback(
    (key: string, openedBy: HTMLElement | null) => {
      opener.current = openedBy
      keepSteady(openedBy)
      setVerseKey(key)
    },
    [keepSteady],
  )
  useReopening('sheet', setVerseKey)
  const close = useCallback(() => {
    keepSteady()
    setVerseKey(null)
  }, [keepSteady])
  useEffect(() => {
    if (verseKey !== null) return
    // Not earlier: while a sheet is open, nothing below it can have the focus.
    opener.current?.focus({ preventScroll: true })
    opener.current = null
  }, [verseKey])
  return { verseKey, open, close }
}
