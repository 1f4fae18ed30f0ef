import { useEffect, useRef } from 'react'
import { firstIsMoved, keepInView } from './keep-in-view.ts'

export function verseElement(verseKey: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-verse="${verseKey}"]`)
}

/** Scrolls to the verse of the address once it is in the page; `arrived` is the number of verses so far. */
export function useVerseInView(verseKey: string | null, arrived: number): void {
  const shown = useRef<string | null>(null)
  const ending = useRef<() => void>(() => undefined)
  useEffect(() => {
    if (verseKey === null || shown.current === verseKey) return
    const element = verseElement(verseKey)
    if (!element) return
    shown.current = verseKey
    if (firstIsMoved()) return
    ending.current()
    ending.current = keepInView(element)
  }, [verseKey, arrived])
  useEffect(() => () => ending.current(), [])
}
