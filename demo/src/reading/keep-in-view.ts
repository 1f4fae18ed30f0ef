import { onOwnMove } from '../ui/own-moves.ts'

/** Milliseconds without a change after which the verses around it have their true heights. */
const settledMs = 600

/**
 * Puts a verse at the top and keeps it there while what is above it takes its true height, however long that comes in. It stops as
 * soon as the reader moves the page. Returns a function that ends it.
 */
export function keepInView(element: Element): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = () => {
    clearTimeout(timer)
    timer = setTimeout(end, settledMs)
    element.scrollIntoView({ block: 'start' })
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

/** Puts a verse of the text in view that stands there before React does. */
export function keepFirstInView(element: Element): void {
  keepInView(element)
  onOwnMove(() => (isMoved = true))
}

/** Whether the reader has moved that text since; told once. */
export function firstIsMoved(): boolean {
  const was = isMoved
  isMoved = false
  return was
}
