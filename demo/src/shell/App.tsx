import { type ReactNode, useEffect, useRef } from 'react'
import { Jump } from '../jump/Jump.tsx'
import { PlayerBar } from '../player/PlayerBar.tsx'
import { useRoute } from '../routes/use-route.ts'
import { useWords } from '../ui/hooks.ts'
import { verseOf } from '../reading/start.ts'
import { verseElement } from '../reading/verse-at-top.ts'
import { Navigation } from './Navigation.tsx'
import { Said } from './Said.tsx'
import { SyncState } from './SyncState.tsx'
import { useScroll } from './use-scroll.ts'
import { homeHref, type Route } from '../routes/route.ts'
import { LeafIcon } from '../ui/Icons.tsx'

/** Moves the focus instead of following the link, which would change the hash, the reader's own address. */
function skip(event: React.MouseEvent): void {
  event.preventDefault()
  focusPage()
}

/** The frame around the page of an address. */
export function App({ children }: { readonly children: ReactNode }) {
  const words = useWords()
  const route = useRoute()
  const page = pageNameOf(route)
  useScroll(page)
  usePageFocus(page, verseOf(route))
  return (
    <div className="shell" data-reading={['chapter', 'page', 'juz'].includes(route.page)}>
      <a className="skip-link" href="#main" onClick={skip}>
        {words.skip}
      </a>
      <header className="side">
        <Brand />
        <Navigation page={route.page} />
        <SyncState />
      </header>
      <div className="content">
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <PlayerBar />
      <Jump />
      <Said page={route.page === 'saved' ? `saved ${route.list}` : page} />
    </div>
  )
}

function Brand() {
  const words = useWords()
  return (
    <a className="brand" href={homeHref} aria-label={words.home}>
      <LeafIcon />
      <span>{words.name}</span>
    </a>
  )
}

/**
 * Returns the name of an address's page. Addresses with the same name are one page, which keeps its state, its focus and
 * its scroll position when the address changes. All searches are one page, and so are all verses of one chapter.
 */
export function pageNameOf(route: Route): string {
  switch (route.page) {
    case 'chapter':
      return `chapter ${route.chapter}`
    case 'page':
      return `page ${route.number}`
    case 'juz':
      return `juz ${route.juz}`
    case 'article':
      return `article ${route.id}`
    case 'collection':
      return `collection ${route.key}`
    default:
      return route.page
  }
}

function focusOn(place: HTMLElement): void {
  place.tabIndex = -1
  // `useScroll` controls the scroll position.
  place.focus({ preventScroll: true })
}

/**
 * Moves keyboard and screen reader to the page's heading, or to the verse of the address, even if they are still being
 * fetched. If the reader moves the focus meanwhile, it stays there. Returns a function that stops waiting.
 */
function focusPage(verseKey: string | null = null): (() => void) | undefined {
  const main = document.getElementById('main')
  if (!main) return undefined
  let focused: HTMLElement = main
  const isThere = () => {
    const verse = verseKey === null ? null : verseElement(verseKey)
    const best = verse ?? main.querySelector<HTMLElement>('h1') ?? main
    if (best !== document.activeElement) focusOn(best)
    focused = best
    return verseKey === null ? best !== main : verse !== null
  }
  if (isThere()) return undefined
  const observer = new MutationObserver(() => {
    if (document.activeElement !== focused || isThere()) observer.disconnect()
  })
  observer.observe(main, { childList: true, subtree: true })
  return () => observer.disconnect()
}

/** Moves the focus to each page that the reader navigates to. On the first page, the browser's focus stays. */
function usePageFocus(page: string, verseKey: string | null): void {
  const last = useRef(page)
  useEffect(() => {
    if (last.current === page) return undefined
    last.current = page
    return focusPage(verseKey)
    // Another verse of the same page is not another page.
  }, [page, verseKey])
}
