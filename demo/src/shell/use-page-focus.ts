import { useEffect, useRef } from 'react'

function focusOn(place: HTMLElement): void {
  place.tabIndex = -1
  // `useScroll` decides on the scroll position.
  place.focus({ preventScroll: true })
}

/** Moves keyboard and screen reader to the beginning of the page: its heading, also where that is still to come. */
export function focusPage(): () => void {
  const main = document.getElementById('main')
  const heading = () => main?.querySelector<HTMLElement>('h1')
  const place = heading() ?? main
  if (place) focusOn(place)
  // The screen is still being fetched. A reader who goes elsewhere meanwhile is not moved.
  const arriving = new MutationObserver(() => {
    const come = heading()
    if (!come) return
    arriving.disconnect()
    if (document.activeElement === main) focusOn(come)
  })
  if (main && place === main) arriving.observe(main, { childList: true, subtree: true })
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
