import type { Route } from '../routes/route.ts'
import { ChapterPage } from '../screens/chapter/ChapterPage.tsx'
import { JuzPage } from '../screens/juz/JuzPage.tsx'
import { LibraryPage } from '../screens/library/LibraryPage.tsx'
import { MorePage } from '../screens/more/MorePage.tsx'
import { UnknownPage } from '../screens/more/UnknownPage.tsx'
import { MushafPageScreen } from '../screens/page/MushafPageScreen.tsx'
import { ReadPage } from '../screens/read/ReadPage.tsx'
import { SearchPage } from '../screens/search/SearchPage.tsx'
import { SettingsPage } from '../screens/settings/SettingsPage.tsx'
import { StoragePage } from '../screens/storage/StoragePage.tsx'
import { SyncPage } from '../screens/sync/SyncPage.tsx'

/** The page of an address. */
export function CurrentPage({ route }: { readonly route: Route }) {
  switch (route.page) {
    case 'read':
      return <ReadPage />
    case 'chapter':
      return <ChapterPage key={route.chapter} chapter={route.chapter} verse={route.verse} />
    case 'page':
      return <MushafPageScreen key={route.number} number={route.number} />
    case 'juz':
      return <JuzPage key={route.juz} juz={route.juz} />
    case 'search':
      return <SearchPage query={route.query} />
    case 'library':
      return <LibraryPage />
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
