import { useEffect } from 'react'
import type { PlaceKind } from '../settings/settings.ts'
import { onOwnMove } from '../ui/own-moves.ts'
import { useReader } from '../ui/reader-context.ts'
import { verseAtTop } from './verse-at-top.ts'

const restMs = 400

/**
 * Remembers where the reader is: the chapter, page or juz at once, and the verse whenever scrolling comes to rest. The verse
 * of the address counts until the reader moves the page. Until then the page scrolls by itself, maybe late and maybe not as
 * far as the reading line. Without one, the verse that is remembered counts until it is seen where the page stands: the browser
 * puts a page that is loaded again where it was.
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
