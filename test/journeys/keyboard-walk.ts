import type { Page } from 'playwright-core'

/** The way of the Tab key through a page, and what covers the elements on it. */

interface Step {
  /** The way is at an end: it came to an element that it has been at. */
  readonly isEnd: boolean
  /** What lies over the element that has the focus. Null if nothing does. */
  readonly fault: string | null
}

/**
 * To be run in the page, after a press of the key. A bar is what stays on the screen while the page scrolls, and the head of a
 * panel. An element that is higher than the room between two bars cannot be seen in one piece, so nothing is expected of it.
 */
async function look(been: Set<Element>): Promise<Step> {
  // Verses that were far away get their heights when they come into view.
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
  const focused = document.activeElement
  if (!focused || focused === document.body || been.has(focused)) return { isEnd: true, fault: null }
  been.add(focused)
  const barOf = (element: Element | null): Element | null =>
    !element || /fixed|sticky/.test(getComputedStyle(element).position)
      ? element
      : barOf(element.parentElement)
  const { left, right, top, bottom, height } = focused.getBoundingClientRect()
  if (height > innerHeight / 2) return { isEnd: false, fault: null }
  const nameOf = ({ localName, className, id }: Element) => `${localName}.${String(className)}#${id}`
  const name = `${nameOf(focused)} “${(focused.textContent ?? '').trim().slice(0, 30)}”`
  const [middle, half] = [(left + right) / 2, (top + bottom) / 2]
  // Not its corners: a round one is not in them.
  const points = [
    [middle, top + 1],
    [middle, bottom - 1],
    [left + 1, half],
    [right - 1, half],
  ] as const
  for (const [x, y] of points) {
    if (y < 0 || y > innerHeight) return { isEnd: false, fault: `${name} is off the screen` }
    const [over] = document.elementsFromPoint(x, y)
    const bar = over ? barOf(over) : null
    const isItsOwn = !bar || bar.contains(focused) || focused.contains(bar)
    if (!isItsOwn) return { isEnd: false, fault: `${name} under ${nameOf(bar)}` }
  }
  return { isEnd: false, fault: null }
}

/** Walks through a page with the Tab key, and back. Returns the number of stops, and the faults that it found on the way. */
export async function walk(page: Page): Promise<{ readonly stops: number; readonly faults: string[] }> {
  const faults: string[] = []
  let stops = 0
  for (const key of ['Tab', 'Shift+Tab']) {
    const been = await page.evaluateHandle(() => new Set<Element>())
    for (;;) {
      await page.keyboard.press(key)
      const { isEnd, fault } = await page.evaluate(look, been)
      if (fault !== null) faults.push(`${key}: ${fault}`)
      if (isEnd) break
      stops++
    }
    await been.dispose()
  }
  return { stops, faults }
}
