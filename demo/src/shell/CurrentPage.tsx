import type { Route } from '../routes/route.ts'
import { useRoute } from '../routes/use-route.ts'
import { ChapterPage } from '../screens/chapter/ChapterPage.tsx'
import { JuzPage } from '../screens/juz/JuzPage.tsx'
import { UnknownPage } from '../screens/more/UnknownPage.tsx'
import { ReadPage } from '../screens/read/ReadPage.tsx'
import { pageNameOf } from './App.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { later, NotLoaded, Opening } from './later.tsx'
import type { ComponentProps, ComponentType, ReactNode } from 'react'
import type { UserScreens } from '../user/user-module.ts'
import { useObservable } from '../ui/hooks.ts'
import { useReader } from '../ui/reader-context.ts'

// Reading comes first; these screens are loaded once there is something to read.
const MushafPageScreen = later(() =>
  import('../screens/page/MushafPageScreen.tsx').then((screen) => screen.MushafPageScreen),
)
const ArticlePage = later(() =>
  import('../screens/article/ArticlePage.tsx').then((screen) => screen.ArticlePage),
)
const SearchPage = later(() => import('../screens/search/SearchPage.tsx').then((screen) => screen.SearchPage))
const LibraryPage = later(() =>
  import('../screens/library/LibraryPage.tsx').then((screen) => screen.LibraryPage),
)
const StoragePage = later(() =>
  import('../screens/storage/StoragePage.tsx').then((screen) => screen.StoragePage),
)
const SettingsPage = later(() =>
  import('../screens/settings/SettingsPage.tsx').then((screen) => screen.SettingsPage),
)
const SyncPage = later(() => import('../screens/sync/SyncPage.tsx').then((screen) => screen.SyncPage))
const MorePage = later(() => import('../screens/more/MorePage.tsx').then((screen) => screen.MorePage))

/** The page of the address. An error leaves what is around it, and the next page. */
export function CurrentPage() {
  const route = useRoute()
  return <ErrorBoundary key={pageNameOf(route)}>{pageOf(route)}</ErrorBoundary>
}

function pageOf(route: Route): ReactNode {
  switch (route.page) {
    case 'read':
      return <ReadPage />
    case 'chapter':
      return <ChapterPage key={route.chapter} chapter={route.chapter} verse={route.verse} to={route.to} />
    case 'page':
      return <MushafPageScreen key={route.number} number={route.number} />
    case 'juz':
      return <JuzPage key={route.juz} juz={route.juz} />
    case 'article':
      return <ArticlePage key={route.id} id={route.id} />
    case 'search':
      return <SearchPage query={route.query} />
    case 'library':
      return <LibraryPage />
    case 'saved':
      return <UserScreen name="SavedPage" list={route.list} />
    case 'collection':
      return <UserScreen name="CollectionPage" of={route.key} />
    case 'account':
      return <UserScreen name="AccountPage" />
    case 'plan':
      return <UserScreen name="PlanPage" />
    case 'storage':
      return <StoragePage />
    case 'settings':
      return <SettingsPage />
    case 'sync':
      return <SyncPage />
    case 'more':
      return <MorePage />
    default:
      return <UnknownPage address={route.address} />
  }
}

type Props<Name extends keyof UserScreens> = { readonly name: Name } & ComponentProps<UserScreens[Name]>

/** A screen of the person's own data, once its code is loaded. */
function UserScreen<Name extends keyof UserScreens>({ name, ...props }: Props<Name>) {
  const { parts, failed } = useObservable(useReader().user)
  if (failed) return <NotLoaded />
  if (!parts) return <Opening />
  const Screen = parts[name] as ComponentType<object>
  return <Screen {...props} />
}
