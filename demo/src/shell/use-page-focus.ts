import { useEffect, useRef } from 'react'

/** Puts keyboard and screen reader where the page begins. */
export function focusPage(): void {
  const place = document.querySelector<HTMLElement>('#main h1') ?? document.getElementById('main')
  if (!place) return
  place.tabIndex = -1
  // Where the page is scrolled to is another matter.
  place.focus({ preventScroll: true })
}

/** Whoever goes to another page finds themselves at its heading. The first page begins as the browser has it. */
export function usePageFocus(page: string): void {
  const last = useRef(page)
  useEffect(() => {
    if (last.current === page) return
    last.current = page
    focusPage()
  }, [page])
}
