import { useLayoutEffect, useRef } from 'react'
import { words } from '../words.ts'
import { ChapterPage } from './ChapterPage.tsx'
import { Header } from './Header.tsx'
import { HomePage } from './HomePage.tsx'
import { Notices } from './Notices.tsx'
import { useRoute } from './route.ts'
import { UpdatePrompt } from './UpdatePrompt.tsx'

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
  useScrollPosition(page)
  return (
    <>
      <a className="skip-link" href="#main" onClick={focusMain}>
        {words.skip}
      </a>
      <Header />
      <Notices narrow={route.page === 'chapter'} />
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
