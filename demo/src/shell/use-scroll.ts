import { useEffect, useLayoutEffect, useRef } from 'react'
import { onOwnMove } from '../ui/own-moves.ts'
import { scrollMemory } from './scroll-memory.ts'

/** Milliseconds. The database returns content within a moment. After a longer wait the reader has started to look around. */
const timeoutMs = 2_000

/**
 * Scrolls to `position` as soon as the page is long enough, unless the reader has moved the page. Returns a function that
 * stops trying.
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
 * Starts a page at its top if the reader reaches it by a link, and where it was left if the reader comes back to it. Pages
 * that scroll automatically, as a chapter does to a verse, do so after this.
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
