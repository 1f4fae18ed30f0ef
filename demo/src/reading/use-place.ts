import { useEffect } from 'react'
import type { PlaceKind } from '../settings/settings.ts'
import { onOwnMove } from '../ui/own-moves.ts'
import { useReader } from '../ui/reader-context.ts'
import { verseAtTop } from './verse-at-top.ts'

const restMs = 400

/**
 * Remembers where the reader is: the chapter, page or juz immediately, and the verse whenever scrolling stops.
 *
 * The verse of the address counts until the reader moves the page. Until then the page scrolls automatically, maybe late
 * and maybe not as far as the reading line. Without a verse in the address, the remembered verse counts until a verse is
 * found at the current scroll position, because the browser restores the position of a reloaded page.
 */
export function usePlace(kind: PlaceKind, number: number, verseKey: string | null): void {
  const { settings } = useReader()
  useEffect(() => {
    const known = settings.state.get().places[kind]
    const remembered = known?.number === number ? known.verseKey : null
    settings.notePlace(kind, { number, verseKey: verseKey ?? remembered })
    let isPutThere = verseKey !== null
    const rest = () => {
      const found = scrollY > 0 ? verseAtTop() : null
      if (found || scrollY === 0) settings.notePlace(kind, { number, verseKey: found })
    }
    let timer = isPutThere ? 0 : window.setTimeout(rest, restMs)
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
