import { useCallback, useEffect, useRef } from 'react'

/** The verse whose sheet belongs to the entry of the tab's history that is shown; null where none does. */
export function verseOfSheet(): string | null {
  const state: unknown = history.state
  const verseKey = typeof state === 'object' && state !== null && 'sheet' in state ? state.sheet : null
  return typeof verseKey === 'string' ? verseKey : null
}

/**
 * Makes an open sheet an entry of the tab's history, so that Back closes it and the page stays. Returns what closes the panel,
 * with its entry if it has one.
 */
export function useSheetEntry(verseKey: string, isSheet: boolean, onClose: () => void): () => void {
  /** Whether the panel has an entry; it keeps that where it becomes one beside the text. */
  const hasEntry = useRef(false)
  const isLeaving = useRef(false)
  useEffect(() => {
    const before = verseOfSheet()
    const state = { ...(history.state as object | null), sheet: verseKey }
    if (before !== null) history.replaceState(state, '')
    else if (isSheet) history.pushState(state, '')
    hasEntry.current = before !== null || isSheet
    const moved = () => {
      if (hasEntry.current && verseOfSheet() === null) onClose()
    }
    addEventListener('popstate', moved)
    return () => removeEventListener('popstate', moved)
  }, [verseKey, isSheet, onClose])
  return useCallback(() => {
    if (verseOfSheet() === null) return onClose()
    // The browser goes back a moment later: a second press must not go back twice.
    if (!isLeaving.current) history.back()
    isLeaving.current = true
  }, [onClose])
}
