import { useEffect, useRef } from 'react'
import { onOwnMove } from '../ui/own-moves.ts'
import type { Start } from './start.ts'
import { firstIsMoved, keepInView } from './keep-in-view.ts'
import { verseElement } from './verse-at-top.ts'

/**
 * Scrolls to the verse that the page starts with once it is in the page. Keeps it in view while other verses arrive before
 * it, until the reader moves the page. `arrived`: number of verses so far.
 */
export function useVerseInView({ verseKey, place }: Start, arrived: number): void {
  const isMoved = useRef(false)
  useEffect(() => {
    isMoved.current = false
    return onOwnMove(() => (isMoved.current = true))
  }, [verseKey, place])
  useEffect(() => {
    const element = verseKey === null || isMoved.current ? null : verseElement(verseKey)
    if (!element) return undefined
    isMoved.current = firstIsMoved()
    return isMoved.current ? undefined : keepInView(element, place)
  }, [verseKey, place, arrived])
}
