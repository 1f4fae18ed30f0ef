import { useCallback, useEffect, useRef, type TouchEvent } from 'react'
import { pageAfter, swipeOf, turnOfKey } from '../../reading/page-blocks.ts'
import { pageHref, parseRoute } from '../../routes/route.ts'

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea, dialog, aside') !== null
}

/** The address knows the page that the reader has turned to; the screen may still show the one before. */
function addressed(): number | null {
  const route = parseRoute(location.hash)
  return route.page === 'page' ? route.number : null
}

/** Arrow keys and swipes turn the pages, by two if pages face each other. Returns the event handlers for swipes. */
export function usePageTurning(pages: number, facing: boolean) {
  const turnTo = useCallback(
    (turn: 'next' | 'previous' | null) => {
      const page = addressed()
      const wanted = turn === null || page === null ? null : pageAfter(turn, page, pages, facing)
      if (wanted !== null) location.hash = pageHref(wanted)
      return wanted !== null
    },
    [pages, facing],
  )
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isTyping(event.target)) return
      if (turnTo(turnOfKey(event.key))) event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [turnTo])

  const begun = useRef<{ x: number; y: number; at: number } | null>(null)
  return {
    onTouchStart({ touches }: TouchEvent) {
      const finger = touches[0]
      // Two fingers enlarge the page.
      begun.current =
        finger && touches.length === 1 ? { x: finger.clientX, y: finger.clientY, at: Date.now() } : null
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const finger = changedTouches[0]
      if (!begun.current || !finger) return
      const { x, y, at } = begun.current
      turnTo(swipeOf(finger.clientX - x, finger.clientY - y, Date.now() - at))
    },
  }
}
