import { onOwnMove } from '../ui/own-moves.ts'
import { verseElement } from './verse-at-top.ts'

/** Milliseconds without a change after which the verses around it have their true heights. */
const settledMs = 600

/**
 * Puts a verse at the top, or so many pixels below the window's top, and keeps it there while what is above it takes its true height,
 * however long that comes in. It stops as soon as the reader moves the page. Returns a function that ends it.
 */
export function keepInView(element: Element, top?: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = () => {
    clearTimeout(timer)
    timer = setTimeout(end, settledMs)
    const verse = element.isConnected ? element : verseElement(element.getAttribute('data-verse') ?? '')
    if (top === undefined) verse?.scrollIntoView({ block: 'start' })
    else if (verse) scrollBy(0, verse.getBoundingClientRect().top - top)
  }
  const end = () => {
    heights.disconnect()
    clearTimeout(timer)
    endWatch()
  }
  const heights = new ResizeObserver(show)
  const endWatch = onOwnMove(end)
  heights.observe(document.body)
  show()
  return end
}

let isMoved = false
let endFirst = (): void => undefined

/** Puts a verse of the text in view that stands there before React does. */
export function keepFirstInView(element: Element, top?: number): void {
  keepInView(element, top)
  endFirst = onOwnMove(() => (isMoved = true))
}

/** Whether the reader has moved that text since; told once. What the reader moves later is no longer that text. */
export function firstIsMoved(): boolean {
  const was = isMoved
  isMoved = false
  endFirst()
  return was
}
