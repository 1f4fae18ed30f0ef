import { useCallback, useEffect, useRef, useState } from 'react'
import { useReopening } from '../../ui/use-overlay-entry.ts'

/** The verse whose panel is open on a screen; null where none is. */
export function useSelectedVerse() {
  const [verseKey, setVerseKey] = useState<string | null>(null)
  const opener = useRef<HTMLElement | null>(null)
  const open = useCallback((key: string, openedBy: HTMLElement | null) => {
    opener.current = openedBy
    setVerseKey(key)
  }, [])
  useReopening('sheet', setVerseKey)
  const close = useCallback(() => setVerseKey(null), [])
  useEffect(() => {
    if (verseKey !== null) return
    // Only now: while a sheet is open, nothing below it can have the focus.
    opener.current?.focus({ preventScroll: true })
    opener.current = null
  }, [verseKey])
  return { verseKey, open, close }
}
