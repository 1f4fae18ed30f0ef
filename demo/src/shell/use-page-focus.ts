import { useEffect, useRef } from 'react'

/** Moves keyboard and screen reader to the beginning of the page. */
export function focusPage(): void {
  const place = document.querySelector<HTMLElement>('#main h1') ?? document.getElementById('main')
  if (!place) return
  place.tabIndex = -1
  // `useScroll` decides on the scroll position.
  place.focus({ preventScroll: true })
}

/** Moves the focus to the heading of each page that the reader goes to. The first page keeps the browser's focus. */
export function usePageFocus(page: string): void {
  const last = useRef(page)
  useEffect(() => {
    if (last.current === page) return
    last.current = page
    focusPage()
  }, [page])
}
