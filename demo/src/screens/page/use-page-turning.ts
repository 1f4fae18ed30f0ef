import { useEffect, useRef, type TouchEvent } from 'react'
import { pageAfterKey, swipeOf } from '../../reading/page-blocks.ts'
import { pageHref, parseRoute } from '../../routes/route.ts'

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea, dialog, aside') !== null
}

/** The address knows the page that the reader has turned to; the screen may still show the one before. */
function addressed(): number | null {
  const route = parseRoute(location.hash)
  return route.page === 'page' ? route.number : null
}

/** Arrow keys and swipes turn the pages. Returns the event handlers for swipes. */
export function usePageTurning(pages: number) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isTyping(event.target)) return
      const page = addressed()
      const wanted = page === null ? null : pageAfterKey(event.key, page, pages)
      if (wanted === null) return
      event.preventDefault()
      location.hash = pageHref(wanted)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [pages])

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
      const turn = swipeOf(finger.clientX - x, finger.clientY - y, Date.now() - at)
      const page = addressed()
      if (turn === null || page === null) return
      const wanted = page + (turn === 'next' ? 1 : -1)
      if (wanted >= 1 && wanted <= pages) location.hash = pageHref(wanted)
    },
  }
}
