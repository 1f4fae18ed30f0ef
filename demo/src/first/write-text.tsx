import type { ContentStore } from 'waraq'
import { type Catalogue, coreChapters } from 'waraq/quran'
import { resourcesQuery, setQueryData } from 'waraq/react'
import type { ReaderConfig } from '../config.ts'
import { State } from '../observable.ts'
import { closedPlayer } from '../player/player-state.ts'
import { keepEarly } from '../reading/early-verses.ts'
import { keepFirstInView } from '../reading/keep-in-view.ts'
import { parseRoute } from '../routes/route.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import { ChapterPage } from '../screens/chapter/ChapterPage.tsx'
import { App } from '../shell/App.tsx'
import { scrollMemory } from '../shell/scroll-memory.ts'
import { startOf } from '../reading/start.ts'
import { verseElement } from '../reading/verse-at-top.ts'
import { arabicText } from '../sync/kept-resources.ts'
import { initialSyncState } from '../sync/sync-state.ts'
import { ReaderProvider } from '../ui/ReaderProvider.tsx'
import type { Reader } from '../ui/reader-context.ts'
import type { FirstText } from './first-text.ts'
import { append } from './static-react.ts'

const never = () => () => undefined

/** The reader before anything has started. */
function readerOf({ names }: FirstText, settings: SettingsStore, { audio = [] }: ReaderConfig): Reader {
  const catalogue = { live: { get: () => names, subscribe: never } } as unknown as Catalogue
  const ready = names.fetchedAt !== null
  const known = {
    names: { state: new State({ catalogue, ready, loading: false, unansweredAt: null }) },
    available: { state: new State({ keys: null }) },
    sync: { state: new State({ ...initialSyncState, online: navigator.onLine }) },
    player: { state: new State(closedPlayer) },
    user: new State({ parts: null, failed: false }),
    recordings: audio.length > 0 ? never : null,
    settings,
  }
  // Components that are rendered once do not call the rest.
  return known as unknown as Reader
}

/**
 * Writes the text of the address before React is loaded, in the form that React then takes over. Both use the same
 * components: `static-components.ts` of the build gives them `static-react.ts` instead of React.
 */
export function writeText(
  root: HTMLElement,
  text: FirstText,
  settings: SettingsStore,
  config: ReaderConfig,
): void {
  const store = {} as ContentStore
  setQueryData(store, resourcesQuery, [...text.resources])
  setQueryData(store, coreChapters(arabicText), [...text.chapters])
  keepEarly(text.verses.key, text.verses.value)
  const route = parseRoute(text.hash)
  if (route.page !== 'chapter') return
  append(
    root,
    <ReaderProvider reader={readerOf(text, settings, config)} store={store} onResources={() => undefined}>
      <App>
        <ChapterPage chapter={route.chapter} verse={route.verse} to={route.to} />
      </App>
    </ReaderProvider>,
  )
  const { verseKey, place } = startOf(route)
  const verse = verseKey === null ? null : verseElement(verseKey)
  const left = scrollMemory.left()
  if (verse) keepFirstInView(verse, place)
  // Scrolls as far as the page is long so far.
  else if (left) scrollTo(0, left.y)
}
