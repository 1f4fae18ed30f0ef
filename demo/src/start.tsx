import { beforeDeadline, systemClock } from 'waraq/client'
import { careForStorage } from 'waraq/page'
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
import { loadTheRest } from './shell/later.tsx'
import { arabicText } from './sync/kept-resources.ts'
import { SyncController } from './sync/sync-controller.ts'
import { ReaderProvider } from './ui/ReaderProvider.tsx'
import type { Reader } from './ui/reader-context.ts'
import type { DeviceLibrary } from './user/kept-texts.ts'
import type { UserState } from './user/user-parts.ts'
import { watchForUpdates } from './updates.ts'

setSanitiser(safeNodes)

/** What the page began with. */
export interface Begun {
  readonly config: ReaderConfig
  readonly settings: SettingsStore
  /** Whether the server gave the configuration just now: it is the reader's first visit. */
  readonly isFirst: boolean
  /** What stands in the page already. */
  readonly text: FirstText | null
  /** Presses the button again that a person pressed before React was there. */
  readonly pressAgain: () => void
}

export interface Opened extends OpenLibrary, Begun {}

/** Opens with the first call. Where that fails, the next call tries again. */
function onceOpened<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined
  return () =>
    (opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    }))
}

/** `shown`: once the page shows its content. */
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
    // The reader waits, and may ask again.
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

/** Waits for what is asked for, but no longer than this. */
const patiently = (work: Promise<unknown>, ms: number) =>
  beforeDeadline(work, { clock: systemClock, ms, late: () => undefined })

/**
 * Waits for content and names, because text that comes a moment later would move the text below it. A slow device gets
 * little time.
 */
async function hasInitialData({ asked, named }: Opened): Promise<void> {
  await patiently(asked, 1_000)
  await patiently(named, 300)
}

/** Resolves once the page shows the content of its address, or after a second; it then has time for other work. */
async function isShown(root: HTMLElement): Promise<void> {
  const shown = '.verse, .reading[aria-busy="false"], main > :not(.reading-frame)'
  const isThere = new Promise<void>((resolve) => {
    const look = () => root.querySelector(shown) && resolve()
    new MutationObserver((_, observer) => look() === null || observer.disconnect()).observe(root, {
      childList: true,
      subtree: true,
      attributeFilter: ['aria-busy'],
    })
    look()
  })
  await patiently(isThere, 1_000)
  // Time to paint.
  await systemClock.sleep(50)
}

/** Loads and opens what the person keeps of their own. */
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

/** Whether the names are here, or the service does not tell them, and no text is on its way. */
function isQuiet({ names, sync }: Reader): boolean {
  const { ready, loading } = names.state.get()
  const { status, trouble } = sync.state.get()
  return ready && !loading && (trouble !== null || (status !== null && !status.activity))
}

/** Resolves once the address is that of a screen of the person's own. */
function personalIsAsked(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isPersonal(parseRoute(location.hash))) return
      removeEventListener('hashchange', look)
      resolve()
    }
    addEventListener('hashchange', look)
    look()
  })
}

/** Starts everything that reading does not need: first what tells which texts there are, the rest when the line is quiet. */
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

/** Shows the page: takes over the text that stands there, or makes the page where there is none, or another address by now. */
async function show(root: HTMLElement, page: ReactNode, opened: Opened): Promise<void> {
  const { text, store, named } = opened
  // The names that the text was written with are read once more, by the catalogue.
  if (text) await named
  if (text && text.hash === location.hash) {
    setQueryData(store, resourcesQuery, [...text.resources])
    setQueryData(store, coreChapters(arabicText), [...text.chapters])
    hydrateRoot(root, page)
    // React takes over at once what is pressed.
    opened.pressAgain()
    return
  }
  await hasInitialData(opened)
  root.replaceChildren()
  // What was pressed is gone.
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
        <App>
          <CurrentPage />
        </App>
      </ReaderProvider>
    </StrictMode>
  )
  await show(root, page, opened)
  // On a first visit there is nothing to read, and the reader waits for the list of what there is.
  if (!begun.isFirst) await isShown(root)
  isShownNow()
  const config = begun.isFirst ? begun.config : await loadConfig().catch(() => begun.config)
  // The services have moved since the last start. Only reading has begun with the old addresses, so the page may reload.
  const isOther = keepConfig(config) && JSON.stringify(config) !== JSON.stringify(opened.config)
  if (isOther && mayReload(Date.now())) return location.reload()
  await startServices(reader, opened, here, user)
}
