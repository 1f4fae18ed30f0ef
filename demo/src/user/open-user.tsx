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
import { notePlaces } from './note-places.ts'
import { NotesView } from './notes/NotesView.tsx'
import { PlaceCard } from './PlaceCard.tsx'
import { ReadingCards } from './ReadingCards.tsx'
import { AccountPage } from './screens/AccountPage.tsx'
import { CollectionPage } from './screens/CollectionPage.tsx'
import { SavedPage } from './screens/SavedPage.tsx'
import type { UserParts } from './user-parts.ts'

/** Where the person reads. */
function Places() {
  return (
    <>
      <PlaceCard />
      <ReadingCards />
    </>
  )
}

/** Opens what a person keeps on this device, and gives the parts that show it. `root`: the backend's address for user data; without it all stays on this device. */
export function openUser(
  root: string | undefined,
  { settings, library }: { readonly settings: SettingsStore; readonly library: DeviceLibrary },
): UserParts {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  const user = openUserData({ root, feed: userFeed, registration: serviceWorker?.ready })
  notePlaces(user, settings)
  if (root !== undefined) keepChoices(root, user.account, { settings, library })
  // Each part brings the data with it: a provider around the page would make the page anew when it comes.
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
    SavedPage: withUser(SavedPage),
    CollectionPage: withUser(CollectionPage),
    AccountPage: withUser(() => <AccountPage root={root} />),
  }
}
