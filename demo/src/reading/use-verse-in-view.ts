import { useEffect, useRef } from 'react'
import { onOwnMove } from '../ui/own-moves.ts'
import { firstIsMoved, keepInView } from './keep-in-view.ts'

export function verseElement(verseKey: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-verse="${verseKey}"]`)
}

/**
 * Scrolls to the verse of the address once it is in the page, and keeps it there while others come before it, until the reader moves
 * the page. `arrived` is the number of verses so far.
 */
export function useVerseInView(verseKey: string | null, arrived: number): void {
  const isMoved = useRef(false)
  useEffect(() => {
    isMoved.current = false
    return onOwnMove(() => (isMoved.current = true))
  }, [verseKey])
  useEffect(() => {
    const element = verseKey === null || isMoved.current ? null : verseElement(verseKey)
    if (!element) return undefined
    isMoved.current = firstIsMoved()
    return isMoved.current ? undefined : keepInView(element)
  }, [verseKey, arrived])
}
