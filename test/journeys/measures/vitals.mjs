/**
 * Functions that run in the page. Each stands alone: only its text gets there.
 *
 * @typedef {{ verse: number | null, shifts: Shift[] }} Noted
 * @typedef {{ at: number, value: number, moved: string[], details: boolean }} Shift `moved`: what moved, as `p.verse 12 -> 40`, and within `details` of syncing or not
 */

/** Before anything else of the page: notes when the first verse can be read, and all layout shifts. */
export function noteVitals() {
  /** @type {Noted} */
  const noted = { verse: null, shifts: [] }
  Object.assign(window, { noted })
  /** @param {Node | null} node */
  const elementOf = (node) => (node instanceof Element ? node : node?.parentElement)
  /** @param {{ node: Node | null, previousRect: DOMRect, currentRect: DOMRect }} source */
  const reported = ({ node, previousRect, currentRect }) => {
    const element = elementOf(node)
    return `${element?.localName}.${element?.className} ${previousRect.y} -> ${currentRect.y}`
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const shift =
        /** @type {PerformanceEntry & { value: number, hadRecentInput: boolean, sources: Parameters<typeof reported>[0][] }} */ (
          entry
        )
      const { startTime: at, value, hadRecentInput, sources } = shift
      const details = sources.every(({ node }) => elementOf(node)?.closest('.sync-details'))
      if (!hadRecentInput) noted.shifts.push({ at, value, moved: sources.map(reported), details })
    }
  }).observe({ type: 'layout-shift', buffered: true })
  const verses = new MutationObserver(() => {
    if (!document.querySelector('.verse .verse-translation')) return
    verses.disconnect()
    // It is painted with this frame; the next one begins when that is done.
    requestAnimationFrame(() => requestAnimationFrame(() => (noted.verse = performance.now())))
  })
  verses.observe(document, { childList: true, subtree: true })
}

/** Milliseconds since the navigation began; cumulative layout shift, which is that of the worst five seconds. */
export function readVitals() {
  const { noted } = /** @type {{ noted: Noted }} */ (/** @type {unknown} */ (window))
  let worst = 0
  let sum = 0
  let began = -Infinity
  let last = -Infinity
  for (const { at, value } of noted.shifts) {
    if (at - last > 1_000 || at - began > 5_000) {
      sum = 0
      began = at
    }
    last = at
    sum += value
    worst = Math.max(worst, sum)
  }
  const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN
  return { paint, verse: noted.verse ?? NaN, shift: worst }
}

/** By half a window a frame, until the end. Returns the seconds that it took. */
export async function scrollToEnd() {
  const began = performance.now()
  const isAtEnd = () => scrollY + innerHeight >= document.documentElement.scrollHeight - 1
  while (!isAtEnd()) {
    scrollBy({ top: innerHeight / 2, behavior: 'instant' })
    await new Promise(requestAnimationFrame)
  }
  return (performance.now() - began) / 1_000
}
