import { UserDataProvider } from 'waraq/react'
import { openUserData, userFeed } from 'waraq/user'
import type { ComponentType } from 'react'
import type { SettingsStore } from '../settings/settings-store.ts'
import { keepChoices } from './keep-choices.ts'
import type { DeviceLibrary } from './kept-texts.ts'
import { MushafMarks } from './marks/MushafMarks.tsx'
import { PanelActions } from './marks/PanelActions.tsx'
import { VerseSign } from './marks/VerseSign.tsx'
import { VerseFavorite } from './marks/VerseFavorite.tsx'
import { LatestFavorites } from './LatestFavorites.tsx'
import { notePlaces } from './note-places.ts'
import { NotesView } from './notes/NotesView.tsx'
import { PlanCard } from './plan/PlanCard.tsx'
import { PlanPage } from './plan/PlanPage.tsx'
import { noteRead } from './plan/reading-log.ts'
import { PlaceCard } from './PlaceCard.tsx'
import { ReadingCards } from './ReadingCards.tsx'
import { AccountPage } from './screens/AccountPage.tsx'
import { CollectionPage } from './screens/CollectionPage.tsx'
import { SavedPage } from './screens/SavedPage.tsx'
import type { UserModule } from './user-module.ts'

/** The person's last place, their reading bookmarks and their plan. */
function Places() {
  return (
    <>
      <PlaceCard />
      <ReadingCards />
      <PlanCard />
    </>
  )
}

/**
 * Opens the person's data on this device and returns the components that show it. `root`: the backend's address for user
 * data. Without it, all data stays on this device.
 */
export function openUser(
  root: string | undefined,
  { settings, library }: { readonly settings: SettingsStore; readonly library: DeviceLibrary },
): UserModule {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  const user = openUserData({ root, feed: userFeed, registration: serviceWorker?.ready })
  const setLastRead = (verseKey: string) => {
    noteRead(verseKey)
    return user.setLastRead(verseKey)
  }
  notePlaces({ setLastRead }, settings)
  if (root !== undefined) keepChoices(root, user.account, { settings, library })
  // Each component has its own provider. A provider around the page would make React render the page from scratch when it
  // is added.
  const withUser = <Props extends object>(Part: ComponentType<Props>): ComponentType<Props> =>
    function WithUser(props: Props) {
      return (
        <UserDataProvider user={user}>
          <Part {...props} />
        </UserDataProvider>
      )
    }
  return {
    VerseFavorite: withUser(VerseFavorite),
    VerseSign: withUser(VerseSign),
    MushafMarks: withUser(MushafMarks),
    PanelActions: withUser(PanelActions),
    NotesView: withUser(NotesView),
    PlaceCard: withUser(Places),
    LatestFavorites: withUser(LatestFavorites),
    SavedPage: withUser(SavedPage),
    CollectionPage: withUser(CollectionPage),
    AccountPage: withUser(() => <AccountPage root={root} />),
    PlanPage: withUser(() => <PlanPage root={root} />),
  }
}
