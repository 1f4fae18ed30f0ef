import { useLayoutEffect, type RefObject } from 'react'

/** Pixels. Smaller cannot be read, larger looks like a poster. */
const least = 15
const most = 40
/** Between two words, as a share of the size. */
const gap = 0.28

/** Width of the words of a line at the present size, gaps included. */
function naturalWidth(line: Element, size: number): number {
  const words = [...line.children]
  const widths = words.reduce((sum, word) => sum + word.getBoundingClientRect().width, 0)
  return widths + Math.max(words.length - 1, 0) * gap * size
}

/** Sets the size at which the widest line just fits; `scale` is what the settings ask for on top of that. */
export function useLineSize(sheet: RefObject<HTMLElement | null>, content: unknown, scale: number): void {
  useLayoutEffect(() => {
    const element = sheet.current
    if (!element) return undefined
    const fit = () => {
      const lines = [...element.querySelectorAll('.mushaf-line')]
      const size = Number.parseFloat(getComputedStyle(element).fontSize)
      const widest = Math.max(...lines.map((line) => naturalWidth(line, size)), 1)
      const padding = Number.parseFloat(getComputedStyle(element).paddingInlineStart) * 2
      const fitting = (size * (element.clientWidth - padding)) / widest
      const wanted = Math.min(Math.max(fitting, least), most) * scale
      element.dataset['breaks'] = String(wanted > fitting + 0.01)
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
  }, [sheet, content, scale])
}
