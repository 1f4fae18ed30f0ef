import { useLayoutEffect, type RefObject } from 'react'

/** Pixels. Smaller cannot be read, larger looks like a poster. */
const least = 14
/** Smaller only where the window is too narrow, not where it is too low: there the page scrolls. */
const leastInHeight = 18
const most = 40
/** Between two words, as a share of the size. */
const gap = 0.28
/** A line narrower than this share of the width is not stretched to the edges. */
const looseShare = 0.6

/** Width of the words of a line at the present size, gaps included. */
function naturalWidth(line: Element, size: number): number {
  const words = [...line.children]
  const widths = words.reduce((sum, word) => sum + word.getBoundingClientRect().width, 0)
  return widths + Math.max(words.length - 1, 0) * gap * size
}

/** Height of a line of the sheet, and of what stands above and below the sheet in the window. */
const lineEm = 2.4
const aroundPx = 9 * 16

/**
 * Sets the size at which the widest line just fits, and all lines fit into the window unless they would be hard to read then;
 * `scale` is the reader's setting on top of that.
 */
export function useLineSize(
  sheet: RefObject<HTMLElement | null>,
  content: unknown,
  scale: number,
  font: string | null,
): void {
  useLayoutEffect(() => {
    const element = sheet.current
    if (!element) return undefined
    const fit = () => {
      element.style.removeProperty('--sheet-size')
      const lines = [...element.querySelectorAll<HTMLElement>('.mushaf-line')]
      const size = Number.parseFloat(getComputedStyle(element).fontSize)
      const widest = Math.max(...lines.map((line) => naturalWidth(line, size)), 1)
      const padding = Number.parseFloat(getComputedStyle(element).paddingInlineStart) * 2
      const available = element.clientWidth - padding
      const fitting = (size * available) / widest
      // The height of the window without what browsers show and hide while a page is scrolled.
      const room = document.documentElement.clientHeight - aroundPx
      const tallest = Math.max(room / (element.children.length * lineEm), leastInHeight)
      const wanted = Math.min(Math.max(fitting, least), tallest, most) * scale
      element.dataset['breaks'] = String(wanted > fitting + 0.01)
      // Lower lines are shorter, too: the sheet is as wide as its widest line.
      const width = Math.min(available, (widest * wanted) / size)
      for (const line of lines)
        line.dataset['loose'] = String((naturalWidth(line, size) * wanted) / size < looseShare * width)
      element.style.setProperty('--line-size', `${wanted}px`)
      if (width < available) element.style.setProperty('--sheet-size', `${Math.ceil(width + padding) + 2}px`)
    }
    let before = ''
    const onResize = () => {
      const now = [element.parentElement?.clientWidth, document.documentElement.clientHeight].join()
      if (now === before) return
      before = now
      fit()
    }
    const resized = new ResizeObserver(onResize)
    onResize()
    resized.observe(element.parentElement ?? element)
    addEventListener('resize', onResize)
    // The first page may be measured in another font.
    let isHere = true
    void document.fonts.ready.then(() => isHere && fit())
    return () => {
      isHere = false
      resized.disconnect()
      removeEventListener('resize', onResize)
    }
  }, [sheet, content, scale, font])
}
