import { beforeDeadline, systemClock } from '@waraq/client'
import { careForStorage } from '@waraq/engine/page'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchForBackgroundSync } from './background.ts'
import { databaseName, keepConfig, loadConfig, mayReload, type ReaderConfig } from './config.ts'
import { GlyphFonts, type Here } from './fonts/glyph-fonts.ts'
import type { OpenLibrary } from './library.ts'
import { Available } from './names/available.ts'
import { areWorthAsking } from './names/names.ts'
import { State } from './observable.ts'
import { AudioPlayer } from './player/audio-player.ts'
import type { SettingsStore } from './settings/settings-store.ts'
import { App } from './shell/App.tsx'
import { loadTheRest } from './shell/later.tsx'
import { AdminDoor } from './sync/admin-door.ts'
import { SyncController } from './sync/sync-controller.ts'
import { isPaused } from './sync/sync-state.ts'
import { ReaderProvider } from './ui/ReaderProvider.tsx'
import type { Reader } from './ui/reader-context.ts'
import { watchForUpdates } from './updates.ts'

export interface Opened extends OpenLibrary {
  readonly config: ReaderConfig
  readonly settings: SettingsStore
}

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
function readerOf({ config, settings, engine, store, names }: Opened, shown: Promise<void>): Reader {
  const { contentRoot, admin, audio = [], fonts: fontHosts = [] } = config
  const available = new Available(engine)
  const fonts = onceOpened(async () => {
    const { openFonts } = await import('@waraq/reader/fonts')
    return openFonts({ store, contentRoot, hosts: [new URL(contentRoot).origin, ...fontHosts] })
  })
  const recordings = onceOpened(async () => {
    await shown
    const { openRecordings } = await import('@waraq/reader/recordings')
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
    player: new AudioPlayer(store, heard),
    admin: admin === undefined ? null : new AdminDoor(admin),
  }
}

/** Waits for what is asked for, but no longer than this. */
const patiently = (work: Promise<unknown>, ms: number) =>
  beforeDeadline(work, { clock: systemClock, ms, late: () => undefined })

/**
 * Waits for content and names, because text that comes a moment later would move the text below it. A slow device gets
 * little time.
 */
async function atHand({ asked, named }: Opened): Promise<void> {
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

/**
 * Loads names at the start, when the connection or the service is back, and when the reader chooses another language.
 */
function keepNames({ names, settings, sync }: Reader): void {
  let asked = settings.state.get().spoken
  const load = () => void names.load(asked)
  settings.state.subscribe(() => {
    const { spoken } = settings.state.get()
    if (spoken === asked) return
    asked = spoken
    load()
  })
  sync.state.subscribe(() => {
    const times = sync.state.get().status?.subscriptions.map(({ currentAt }) => currentAt) ?? []
    if (areWorthAsking(names.state.get(), times)) load()
  })
  addEventListener('online', load)
  load()
}

/** Starts everything that reading does not need. */
function startServices(reader: Reader, { store, engine }: Opened, here: State<Here>): void {
  const glyphFonts = new GlyphFonts(store, reader.fonts, here)
  reader.sync.state.subscribe(() => glyphFonts.setPaused(isPaused(reader.sync.state.get())))
  reader.sync.start()
  watchForBackgroundSync(engine)
  glyphFonts.start()
  keepNames(reader)
  void watchForUpdates()
  loadTheRest()
}

/** Shows the page, and starts the rest once there is something to read. */
export async function start(root: HTMLElement, opened: Opened): Promise<void> {
  let isShownNow = (): void => undefined
  const shown = new Promise<void>((resolve) => (isShownNow = resolve))
  const reader = readerOf(opened, shown)
  const here = new State<Here>({ resources: [] })
  const onResources = (resources: Here['resources']) => here.update({ resources })
  await atHand(opened)
  createRoot(root).render(
    <StrictMode>
      <ReaderProvider reader={reader} store={opened.store} onResources={onResources}>
        <App />
      </ReaderProvider>
    </StrictMode>,
  )
  await isShown(root)
  isShownNow()
  const config = await loadConfig().catch(() => opened.config)
  // The services have moved since the last start. Only reading has begun with the old addresses, so the page may reload.
  const isOther = keepConfig(config) && JSON.stringify(config) !== JSON.stringify(opened.config)
  if (isOther && mayReload(Date.now())) return location.reload()
  startServices(reader, opened, here)
}
