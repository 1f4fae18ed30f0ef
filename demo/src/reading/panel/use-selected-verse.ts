import { useCallback, useEffect, useRef, useState } from 'react'
import { overlayOf } from '../../ui/use-overlay-entry.ts'

/** The verse whose panel is open on a screen; null where none is. */
export function useSelectedVerse() {
  const [verseKey, setVerseKey] = useState<string | null>(null)
  const opener = useRef<HTMLElement | null>(null)
  const open = useCallback((key: string, openedBy: HTMLElement | null) => {
    opener.current = openedBy
    setVerseKey(key)
  }, [])
  useEffect(() => {
    // Back and Forward lead to entries with a sheet, too, also from another page.
    const reopen = () => setVerseKey((before) => overlayOf('sheet') ?? before)
    reopen()
    addEventListener('popstate', reopen)
    return () => removeEventListener('popstate', reopen)
  }, [])
  const close = useCallback(() => setVerseKey(null), [])
  useEffect(() => {
    if (verseKey !== null) return
    // Only now: while a sheet is open, nothing below it can have the focus.
    opener.current?.focus({ preventScroll: true })
    opener.current = null
  }, [verseKey])
  return { verseKey, open, close }
}
