import { onOwnMove } from '../ui/own-moves.ts'
import { placeOf, topAgain, verseElement, type VersePlace } from './verse-at-top.ts'

/** Milliseconds without a change after which the verses around the verse have their final heights. */
const settledMs = 600

/**
 * Scrolls a verse to the top of the window, or to the place where it was, and keeps it there until everything above has its
 * final height, however long that takes to load. `pressed`: an element that then must not have left the window. Stops as soon
 * as the reader moves the page. Returns a function that stops it.
 */
export function keepInView(element: Element, place?: VersePlace, pressed?: Element | null): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = () => {
    clearTimeout(timer)
    timer = setTimeout(end, settledMs)
    const verse = element.isConnected ? element : verseElement(element.getAttribute('data-verse') ?? '')
    if (!place) verse?.scrollIntoView({ block: 'start' })
    else if (verse) {
      const { top, height } = placeOf(verse)
      scrollBy(0, top - topAgain(place, height))
    }
    if (pressed && isOutOfView(pressed)) pressed.scrollIntoView({ block: 'nearest' })
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

function isOutOfView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top < 0 || bottom > innerHeight
}

let isMoved = false
let endFirst = (): void => undefined

/** Keeps a verse in view that is in the page before React is. */
export function keepFirstInView(element: Element, place?: VersePlace): void {
  keepInView(element, place)
  endFirst = onOwnMove(() => (isMoved = true))
}

/**
 * Whether the reader has moved the page since then. Returns true only once: later moves are no longer moves of that first
 * text.
 */
export function firstIsMoved(): boolean {
  const was = isMoved
  isMoved = false
  endFirst()
  return was
}
