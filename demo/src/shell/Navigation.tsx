import type { ReactNode } from 'react'
import {
  accountHref,
  homeHref,
  libraryHref,
  moreHref,
  savedHref,
  searchHref,
  settingsHref,
  storageHref,
  type PageName,
} from '../routes/route.ts'
import { useWords } from '../ui/hooks.ts'
import {
  LibraryIcon,
  MoreIcon,
  PersonIcon,
  ReadIcon,
  SavedIcon,
  SearchIcon,
  SettingsIcon,
  StorageIcon,
} from '../ui/Icons.tsx'

interface Entry {
  readonly name: 'read' | 'library' | 'search' | 'saved' | 'more' | 'account' | 'storage' | 'settings'
  readonly href: string
  readonly icon: ReactNode
  /** Pages for which this entry is marked as the current one. */
  readonly pages: readonly PageName[]
  /** A phone has room for five entries. The rest is behind "More", which a desktop does not need. */
  readonly on: 'everywhere' | 'phone' | 'desk'
}

const entries: readonly Entry[] = [
  {
    name: 'read',
    href: homeHref,
    icon: <ReadIcon />,
    pages: ['read', 'chapter', 'page', 'juz'],
    on: 'everywhere',
  },
  {
    name: 'library',
    href: libraryHref,
    icon: <LibraryIcon />,
    pages: ['library', 'article'],
    on: 'everywhere',
  },
  { name: 'search', href: searchHref(), icon: <SearchIcon />, pages: ['search'], on: 'everywhere' },
  {
    name: 'saved',
    href: savedHref(),
    icon: <SavedIcon />,
    pages: ['saved', 'collection', 'plan'],
    on: 'everywhere',
  },
  {
    name: 'more',
    href: moreHref,
    icon: <MoreIcon />,
    pages: ['more', 'account', 'storage', 'settings', 'sync'],
    on: 'phone',
  },
  { name: 'account', href: accountHref, icon: <PersonIcon />, pages: ['account'], on: 'desk' },
  { name: 'storage', href: storageHref, icon: <StorageIcon />, pages: ['storage'], on: 'desk' },
  { name: 'settings', href: settingsHref, icon: <SettingsIcon />, pages: ['settings', 'sync'], on: 'desk' },
]

/** At the bottom on a phone, at the side on a desktop. */
export function Navigation({ page }: { readonly page: PageName }) {
  const words = useWords()
  return (
    <nav className="navigation" aria-label={words.navigation.label}>
      <ul>
        {entries.map(({ name, href, icon, pages, on }) => (
          <li key={name} data-on={on}>
            <a
              href={href}
              aria-current={pages.includes(page) ? 'page' : undefined}
              data-testid={`nav-${name}`}
            >
              {icon}
              <span>{words.navigation[name]}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
