import { useEffect, useState } from 'react'
import { verseAtTop } from './verse-at-top.ts'

const everyMs = 120

/** The verse at the reading line, updated a few times a second while the page scrolls. `first` until a verse has been there. */
export function useVerseAtTop(first: string | null): string | null {
  const [seen, setSeen] = useState<string | null>(null)
  useEffect(() => {
    let timer = 0
    const look = () => {
      timer = 0
      const found = verseAtTop()
      // No verse, and near the top of the page: the text is at its start again.
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
