import { useEffect, useState } from 'react'

/** Pixels from the top: below the bar that stays there. */
const readingLine = 96
const everyMs = 120

/** The verse that stands at the reading line; null where none does. */
export function verseAtTop(): string | null {
  for (const below of [0, 48, 160]) {
    const found = document
      .elementsFromPoint(innerWidth / 2, readingLine + below)
      .map((element) => element.closest<HTMLElement>('[data-verse]')?.dataset['verse'])
      .find((verseKey) => verseKey !== undefined)
    if (found) return found
  }
  return null
}

/** The same while the page scrolls, a few times a second; `first` until one has stood there. */
export function useVerseAtTop(first: string | null): string | null {
  const [seen, setSeen] = useState<string | null>(null)
  useEffect(() => {
    let timer = 0
    const look = () => {
      timer = 0
      const found = verseAtTop()
      // Above the first verse, the text is at its beginning again.
      if (found || scrollY < innerHeight) setSeen(found)
    }
    const scrolled = () => {
      timer ||= window.setTimeout(look, everyMs)
    }
    addEventListener('scroll', scrolled, { passive: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('scroll', scrolled)
    }
  }, [])
  return seen ?? first
}
