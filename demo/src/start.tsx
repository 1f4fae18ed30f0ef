import { beforeDeadline, systemClock } from 'waraq/client'
import { careForStorage } from 'waraq'
import { coreChapters } from 'waraq/quran'
import { resourcesQuery, setQueryData } from 'waraq/react'
import { StrictMode, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { databaseName, keepConfig, loadConfig, mayReload, type ReaderConfig } from './config.ts'
import type { Here } from './fonts/glyph-fonts.ts'
import type { FirstText } from './first/first-text.ts'
import { openLibrary, type OpenLibrary } from './library.ts'
import { Available } from './names/available.ts'
import { State } from './observable.ts'
import { AudioPlayer } from './player/audio-player.ts'
import type { SettingsStore } from './settings/settings-store.ts'
import { lineIsQuiet } from './quiet.ts'
import { isPersonal, parseRoute } from './routes/route.ts'
import { safeNodes } from './reading/sanitiser.ts'
import { setSanitiser } from './reading/text-nodes.ts'
import { Beginning } from './reading/verse/Beginning.tsx'
import { App } from './shell/App.tsx'
import { CurrentPage } from './shell/CurrentPage.tsx'
import { ErrorBoundary } from './shell/ErrorBoundary.tsx'
import { loadTheRest } from './shell/later.tsx'
import { arabicText } from './sync/kept-resources.ts'
import { SyncController } from './sync/sync-controller.ts'
import { ReaderProvider } from './ui/ReaderProvider.tsx'
import type { Reader } from './ui/reader-context.ts'
import type { DeviceLibrary } from './user/kept-texts.ts'
import type { UserState } from './user/user-module.ts'
import { watchForUpdates } from './updates.ts'

setSanitiser(safeNodes)

/** State of the page before it starts. */
export interface Begun {
  readonly config: ReaderConfig
  readonly settings: SettingsStore
  /** Whether the server returned the configuration just now, which means that this is the reader's first visit. */
  readonly isFirst: boolean
  /** The text that is already in the page. */
  readonly text: FirstText | null
  /** Presses the button again that a person pressed before React was loaded. */
  readonly pressAgain: () => void
}

export interface Opened extends OpenLibrary, Begun {}

/** Opens with the first call. If that fails, the next call tries again. */
function onceOpened<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined
  return () =>
    (opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    }))
}

/** `shown` resolves once the page shows its content. */
function readerOf(
  { config, settings, engine, store, names }: Opened,
  shown: Promise<void>,
  user: State<UserState>,
): Reader {
  const { contentRoot, admin, audio = [], fonts: fontHosts = [] } = config
  const available = new Available(engine)
  const fonts = onceOpened(async () => {
    const { openFonts } = await import('waraq/files')
    return openFonts({ store, contentRoot, hosts: [new URL(contentRoot).origin, ...fontHosts] })
  })
  const recordings = onceOpened(async () => {
    await shown
    const { openRecordings } = await import('waraq/files')
    const hosts = audio.map((host) => new URL(host).origin)
    // The reader waits, and can try again.
    return openRecordings({ store, base: audio[0], hosts, retry: { attempts: 2 } })
  })
  const heard = audio.length > 0 ? recordings : null
  return {
    sync: new SyncController(engine, () => careForStorage(engine, { name: databaseName }), available),
    engine,
    names,
    available,
    fonts,
    recordings: heard,
    settings,
    player: new AudioPlayer(store, heard, settings.state),
    user,
    Beginning,
    admin: admin ?? null,
  }
}

/** Waits for `work`, but no longer than `ms` milliseconds. */
const atMost = (work: Promise<unknown>, ms: number) =>
  beforeDeadline(work, { clock: systemClock, ms, late: () => undefined })

/** Waits for content and names, because text that arrives later would move the text below it. A slow device gets little time. */
async function hasInitialData({ asked, named }: Opened): Promise<void> {
  await atMost(asked, 1_000)
  await atMost(named, 300)
}

/** Resolves once the page shows the content of its address, or after a second. The page then has time for other work. */
async function isShown(root: HTMLElement): Promise<void> {
  const shown = '.verse, .reading[aria-busy="false"], main > :not(.reading-frame)'
  const isThere = new Promise<void>((resolve) => {
    const check = () => root.querySelector(shown) && resolve()
    new MutationObserver((_, observer) => check() === null || observer.disconnect()).observe(root, {
      childList: true,
      subtree: true,
      attributeFilter: ['aria-busy'],
    })
    check()
  })
  await atMost(isThere, 1_000)
  // Time to paint, in milliseconds.
  await systemClock.sleep(50)
}

/** Loads and opens the person's own data. */
async function openPersonal(user: State<UserState>, library: DeviceLibrary, opened: Opened): Promise<void> {
  const { config, settings } = opened
  try {
    const { openUser } = await import('./user/open-user.tsx')
    user.update({ parts: openUser(config.user, { settings, library }), failed: false })
  } catch {
    user.update({ failed: true })
    addEventListener('online', () => void openPersonal(user, library, opened), { once: true })
  }
}

/** Whether the names are loaded, or the service does not return them, and no text is being downloaded. */
function isQuiet({ names, sync }: Reader): boolean {
  const { ready, loading } = names.state.get()
  const { status, trouble } = sync.state.get()
  return ready && !loading && (trouble !== null || (status !== null && !status.activity))
}

/** Resolves once the address is that of a personal screen. */
function personalIsAsked(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!isPersonal(parseRoute(location.hash))) return
      removeEventListener('hashchange', check)
      resolve()
    }
    addEventListener('hashchange', check)
    check()
  })
}

/**
 * Starts everything that reading does not need: first the services that report which texts exist, the rest when the network
 * is quiet.
 */
async function startServices(
  reader: Reader,
  opened: Opened,
  here: State<Here>,
  user: State<UserState>,
): Promise<void> {
  reader.sync.start()
  const { startRest } = await import('./rest.ts')
  startRest(reader, opened, here)
  const quiet = lineIsQuiet([reader.names.state, reader.sync.state], () => isQuiet(reader))
  void Promise.race([quiet, personalIsAsked()]).then(() => openPersonal(user, reader.sync, opened))
  await quiet
  void watchForUpdates()
  loadTheRest()
}

/**
 * Shows the page. Takes over the text that is already there, or renders the page from scratch if there is none, or if the
 * address or the settings, which are those of all tabs, have changed.
 */
async function show(root: HTMLElement, page: ReactNode, opened: Opened): Promise<void> {
  const { text, store, named, settings } = opened
  // The catalogue reads the names that the text was written with once more.
  if (text) await named
  if (text && text.hash === location.hash && text.settings === settings.state.get()) {
    setQueryData(store, resourcesQuery, [...text.resources])
    setQueryData(store, coreChapters(arabicText), [...text.chapters])
    hydrateRoot(root, page)
    // React immediately takes over the pressed button.
    opened.pressAgain()
    return
  }
  await hasInitialData(opened)
  root.replaceChildren()
  // The pressed button no longer exists.
  opened.pressAgain()
  createRoot(root).render(page)
}

/** Shows the page, and starts the rest once there is something to read. */
export async function start(root: HTMLElement, begun: Begun): Promise<void> {
  const opened = { ...begun, ...openLibrary(begun) }
  let isShownNow = (): void => undefined
  const shown = new Promise<void>((resolve) => (isShownNow = resolve))
  const user = new State<UserState>({ parts: null, failed: false })
  const reader = readerOf(opened, shown, user)
  const here = new State<Here>({ resources: [] })
  const onResources = (resources: Here['resources']) => here.update({ resources })
  const page = (
    <StrictMode>
      <ReaderProvider reader={reader} store={opened.store} onResources={onResources}>
        <ErrorBoundary>
          <App>
            <CurrentPage />
          </App>
        </ErrorBoundary>
      </ReaderProvider>
    </StrictMode>
  )
  await show(root, page, opened)
  // On a first visit there is nothing to read, and the reader waits for the list of resources.
  if (!begun.isFirst) await isShown(root)
  isShownNow()
  const config = begun.isFirst ? begun.config : await loadConfig().catch(() => begun.config)
  // The services have moved since the last start. So far only reads have used the old addresses, so the page may reload.
  const isOther = keepConfig(config) && JSON.stringify(config) !== JSON.stringify(opened.config)
  if (isOther && mayReload(Date.now())) return location.reload()
  await startServices(reader, opened, here, user)
}
