import { useEffect, useRef } from 'react'
import { onOwnMove } from '../ui/own-moves.ts'

/** Milliseconds within which the verses around it get their true heights. */
const settledMs = 600

export function verseElement(verseKey: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-verse="${verseKey}"]`)
}

/**
 * Puts a verse at the top and keeps it there while what is above it takes its true height. It stops as soon as the reader
 * moves the page. Returns a function that ends it.
 */
function keepInView(element: HTMLElement): () => void {
  const show = () => element.scrollIntoView({ block: 'start' })
  const end = () => {
    heights.disconnect()
    clearTimeout(timer)
    endWatch()
  }
  const heights = new ResizeObserver(show)
  const timer = setTimeout(end, settledMs)
  const endWatch = onOwnMove(end)
  heights.observe(document.body)
  show()
  return end
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
    ending.current()
    ending.current = keepInView(element)
  }, [verseKey, arrived])
  useEffect(() => () => ending.current(), [])
}
