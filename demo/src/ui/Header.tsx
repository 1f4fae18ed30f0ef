import { words } from '../words.ts'
import { LeafIcon } from './Icons.tsx'
import { homeHref } from './route.ts'
import { SyncBar } from './SyncBar.tsx'

export function Header() {
  return (
    <header className="header">
      <div className="header-inner">
        <a className="brand" href={homeHref} aria-label={words.home}>
          <LeafIcon />
          <span>{words.name}</span>
        </a>
        <SyncBar />
      </div>
    </header>
  )
}
