import { useEffect, useRef } from 'react'

function focusOn(place: HTMLElement): void {
  place.tabIndex = -1
  // `useScroll` decides on the scroll position.
  place.focus({ preventScroll: true })
}

/**
 * Moves keyboard and screen reader to the beginning of the page: its heading, also where that is still being fetched. A reader who
 * goes elsewhere meanwhile is not moved. Returns what ends the waiting for a heading.
 */
export function focusPage(): (() => void) | undefined {
  const main = document.getElementById('main')
  const focusHeading = () => {
    const heading = main?.querySelector<HTMLElement>('h1')
    if (heading) focusOn(heading)
    return Boolean(heading)
  }
  if (!main || focusHeading()) return undefined
  focusOn(main)
  const arriving = new MutationObserver(() => {
    if (document.activeElement !== main || focusHeading()) arriving.disconnect()
  })
  arriving.observe(main, { childList: true, subtree: true })
  return () => arriving.disconnect()
}

/** Moves the focus to the heading of each page that the reader goes to. The first page keeps the browser's focus. */
export function usePageFocus(page: string): void {
  const last = useRef(page)
  useEffect(() => {
    if (last.current === page) return undefined
    last.current = page
    return focusPage()
  }, [page])
}
