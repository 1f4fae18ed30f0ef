import { useEffect } from 'react'
import type { PlaceKind } from '../settings/settings.ts'
import { onOwnMove } from '../ui/own-moves.ts'
import { useReader } from '../ui/reader-context.ts'

/** Below the bar that stays at the top of a phone. */
const readingLine = 96
const restMs = 400

/** The verse that stands at the reading line; null where none does. */
function verseAtTop(): string | null {
  for (const below of [0, 48, 160]) {
    const found = document
      .elementsFromPoint(innerWidth / 2, readingLine + below)
      .map((element) => element.closest<HTMLElement>('[data-verse]')?.dataset['verse'])
      .find((verseKey) => verseKey !== undefined)
    if (found) return found
  }
  return null
}

/**
 * Remembers where the reader is: at once which chapter, page or juz, and which verse whenever scrolling comes to rest. The
 * verse of the address stays the one that is read until the reader moves the page: until then it is the page that scrolls,
 * maybe late, and maybe not as far as the reading line.
 */
export function usePlace(kind: PlaceKind, number: number, verseKey: string | null): void {
  const { settings } = useReader()
  useEffect(() => {
    settings.notePlace(kind, { number, verseKey })
    let isPutThere = verseKey !== null
    let timer = 0
    const rest = () => {
      const found = verseAtTop()
      if (found) settings.notePlace(kind, { number, verseKey: found })
    }
    const scrolled = () => {
      clearTimeout(timer)
      if (!isPutThere) timer = window.setTimeout(rest, restMs)
    }
    const endWatch = onOwnMove(() => (isPutThere = false))
    addEventListener('scroll', scrolled, { passive: true })
    return () => {
      endWatch()
      clearTimeout(timer)
      removeEventListener('scroll', scrolled)
    }
  }, [settings, kind, number, verseKey])
}
