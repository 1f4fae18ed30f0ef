import { useEffect, useState } from 'react'
import { verseAtTop } from './verse-at-top.ts'

const everyMs = 120

/** The verse at the reading line while the page scrolls, a few times a second; `first` until one has stood there. */
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
