import { useEffect, useLayoutEffect, useRef } from 'react'
import { useReader } from './reader-context.ts'
import { ChapterPage } from './ChapterPage.tsx'
import { Header } from './Header.tsx'
import { HomePage } from './HomePage.tsx'
import { useLive } from './hooks.ts'
import { useRoute } from './route.ts'
import { UpdatePrompt } from './UpdatePrompt.tsx'
import type { ContentStore } from '@waraq/engine'

const knownResources = (store: ContentStore) => store.resources()

/** A commit, of this tab or another, also changes what the engine has to say about its subscriptions. */
function useFreshStatus(): void {
  const { sync } = useReader()
  const { value } = useLive(knownResources)
  useEffect(() => {
    if (value) void sync.refresh()
  }, [sync, value])
}

/** Each page begins at its top; the home page is found again where it was left. */
function useScrollPosition(page: string): void {
  const leftAt = useRef(0)
  useLayoutEffect(() => {
    scrollTo(0, page === 'home' ? leftAt.current : 0)
    if (page !== 'home') return undefined
    const remember = () => {
      if (location.hash === '' || location.hash === '#/') leftAt.current = scrollY
    }
    addEventListener('scroll', remember, { passive: true })
    return () => removeEventListener('scroll', remember)
  }, [page])
}

export function App() {
  const route = useRoute()
  const page = route.page === 'chapter' ? `chapter ${route.chapter}` : 'home'
  useFreshStatus()
  useScrollPosition(page)
  return (
    <>
      <a className="skip-link" href="#main" onClick={focusMain}>
        Skip to the content
      </a>
      <Header />
      <main id="main" tabIndex={-1}>
        {route.page === 'chapter' ? (
          <ChapterPage key={route.chapter} chapter={route.chapter} />
        ) : (
          <HomePage />
        )}
      </main>
      <UpdatePrompt />
    </>
  )
}

/** Following the link would change the hash, which is the reader's own address. */
function focusMain(event: React.MouseEvent): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}
