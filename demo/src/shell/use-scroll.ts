import { useEffect, useLayoutEffect, useRef } from 'react'
import { onOwnMove } from '../ui/own-moves.ts'
import { scrollMemory } from './scroll-memory.ts'

/** Content comes out of the database within a moment. After a longer wait the reader has begun to look around. */
const timeoutMs = 2_000

/**
 * Scrolls there as soon as the page is long enough, unless the reader has moved the page. Returns a function that ends the
 * attempt.
 */
function scrollOnceLongEnough(position: number): () => void {
  const end = () => {
    grown.disconnect()
    clearTimeout(timer)
    endWatch()
  }
  const tryIt = () => {
    scrollTo(0, position)
    if (Math.abs(scrollY - position) < 2) end()
  }
  const grown = new ResizeObserver(tryIt)
  const timer = setTimeout(end, timeoutMs)
  const endWatch = onOwnMove(end)
  grown.observe(document.body)
  tryIt()
  return end
}

/**
 * A page that the reader reaches by a link begins at its top; a page that the reader comes back to is where it was left. Pages
 * that scroll by themselves, as a chapter does to a verse, do so after this.
 */
export function useScroll(page: string): void {
  const wanted = useRef<number | null>(null)

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const enter = () => {
      scrollMemory.enter()
      wanted.current = scrollMemory.left()?.y ?? null
    }
    const note = () => scrollMemory.note()
    const store = () => scrollMemory.store()
    enter()
    const end = wanted.current === null ? undefined : scrollOnceLongEnough(wanted.current)
    addEventListener('popstate', enter)
    addEventListener('scroll', note, { passive: true })
    addEventListener('pagehide', store)
    return () => {
      end?.()
      removeEventListener('popstate', enter)
      removeEventListener('scroll', note)
      removeEventListener('pagehide', store)
    }
  }, [])

  const last = useRef(page)
  useLayoutEffect(() => {
    if (last.current === page) return undefined
    last.current = page
    return scrollOnceLongEnough(wanted.current ?? 0)
  }, [page])
}
