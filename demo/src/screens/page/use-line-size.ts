import { useLayoutEffect, type RefObject } from 'react'

/** Pixels. Smaller cannot be read, larger looks like a poster. */
const least = 15
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

/** Sets the size at which the widest line just fits; `scale` is what the settings ask for on top of that. */
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
      const lines = [...element.querySelectorAll<HTMLElement>('.mushaf-line')]
      const size = Number.parseFloat(getComputedStyle(element).fontSize)
      const widest = Math.max(...lines.map((line) => naturalWidth(line, size)), 1)
      const padding = Number.parseFloat(getComputedStyle(element).paddingInlineStart) * 2
      const available = element.clientWidth - padding
      const fitting = (size * available) / widest
      const wanted = Math.min(Math.max(fitting, least), most) * scale
      element.dataset['breaks'] = String(wanted > fitting + 0.01)
      for (const line of lines)
        line.dataset['loose'] = String((naturalWidth(line, size) * wanted) / size < looseShare * available)
      element.style.setProperty('--line-size', `${wanted}px`)
    }
    let width = 0
    const resized = new ResizeObserver(([entry]) => {
      const now = entry?.contentRect.width ?? 0
      if (Math.abs(now - width) < 1) return
      width = now
      fit()
    })
    fit()
    resized.observe(element)
    // The first page may be measured in another font.
    let isHere = true
    void document.fonts.ready.then(() => isHere && fit())
    return () => {
      isHere = false
      resized.disconnect()
    }
  }, [sheet, content, scale, font])
}
