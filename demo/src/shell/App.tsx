import type { ReactNode } from 'react'
import { PlayerBar } from '../player/PlayerBar.tsx'
import { useRoute } from '../routes/use-route.ts'
import { useUserParts, useWords } from '../ui/hooks.ts'
import { Brand } from './Brand.tsx'
import { Navigation } from './Navigation.tsx'
import { pageNameOf } from './page-name.ts'
import { SyncState } from './SyncState.tsx'
import { focusPage, usePageFocus } from './use-page-focus.ts'
import { useScroll } from './use-scroll.ts'

/** Following the link would change the hash, which is the reader's own address. */
function skip(event: React.MouseEvent): void {
  event.preventDefault()
  focusPage()
}

/** The frame around the page of an address. */
export function App({ children }: { readonly children: ReactNode }) {
  const words = useWords()
  const route = useRoute()
  const page = pageNameOf(route)
  const Said = useUserParts()?.Said
  useScroll(page)
  usePageFocus(page)
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
      {Said && <Said />}
    </div>
  )
}
