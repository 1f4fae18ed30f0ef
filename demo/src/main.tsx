import { openContentStore, type ContentStore } from '@waraq/engine'
import { connectCatalogue } from '@waraq/engine/catalogue'
import { openFonts } from '@waraq/engine/fonts'
import { careForStorage, connectSyncEngine } from '@waraq/engine/page'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchForBackgroundSync } from './background.ts'
import catalogueWorkerUrl from './catalogue-worker.ts?worker&url'
import { databaseName, loadConfig, type ReaderConfig } from './config.ts'
import engineWorkerUrl from './engine-worker.ts?worker&url'
import { Feed } from './feed/feed.ts'
import { GlyphFonts } from './fonts/glyph-fonts.ts'
import { areWorthAsking, Names } from './names/names.ts'
import { AudioPlayer } from './player/audio-player.ts'
import { lazySearch } from './search/lazy-search.ts'
import { applySettings } from './settings/apply-settings.ts'
import { SettingsStore } from './settings/settings-store.ts'
import './styles/index.css'
import { App } from './shell/App.tsx'
import { AdminDoor } from './sync/admin-door.ts'
import { markPaused } from './sync/pause-mark.ts'
import { PausableEngine } from './sync/pausable-engine.ts'
import { SyncController } from './sync/sync-controller.ts'
import { scriptUrl } from './trusted-urls.ts'
import { ReaderProvider } from './ui/ReaderProvider.tsx'
import type { Reader } from './ui/reader-context.ts'
import { watchForUpdates } from './updates.ts'
import type { Language } from './words/language.ts'
import { wordsOf } from './words/words.ts'

function openNames({ contentRoot, relay }: ReaderConfig, spoken: Language): Names {
  const worker = () => new Worker(scriptUrl(catalogueWorkerUrl), { type: 'module', name: 'catalogue' })
  return new Names(
    (language) => connectCatalogue(worker, { contentRoot, relay, name: databaseName, language }),
    spoken,
  )
}

interface Assembled {
  readonly reader: Reader
  readonly store: ContentStore
  readonly glyphFonts: GlyphFonts
}

function assemble(config: ReaderConfig, settings: SettingsStore): Assembled {
  const { contentRoot, relay, admin, audio = [], fonts: fontHosts = [] } = config
  // A function, so that a worker that the browser killed is replaced.
  const worker = () => new Worker(scriptUrl(engineWorkerUrl), { type: 'module', name: 'engine' })
  const connect = () =>
    connectSyncEngine(worker, {
      contentRoot,
      relay,
      name: databaseName,
      // Somebody is looking: say soon that nobody answers. The timetable tries again by itself.
      retry: { attempts: 3 },
    })
  const engine = new PausableEngine(connect)
  // Before anything is subscribed to: what is empty now tells whether the browser cleared it.
  const care = careForStorage(engine, { name: databaseName })
  watchForBackgroundSync(engine)
  const store = openContentStore({ engine })
  const feed = new Feed(config)
  const fonts = openFonts({ store, contentRoot, hosts: [new URL(contentRoot).origin, ...fontHosts] })
  const reader: Reader = {
    sync: new SyncController(engine, care, feed),
    engine,
    names: openNames(config, settings.state.get().spoken),
    feed,
    fonts,
    settings,
    player: new AudioPlayer(store, audio),
    search: lazySearch(),
    admin: admin === undefined ? null : new AdminDoor(admin),
  }
  return { reader, store, glyphFonts: new GlyphFonts(store, fonts) }
}

/** Headings that got their names a moment later would move what is below them. A device that is slow is not waited for. */
async function namesOnDevice({ names }: Reader): Promise<void> {
  const enough = new Promise<void>((resolve) => setTimeout(resolve, 300))
  await Promise.race([names.fromDevice(), enough])
}

/**
 * Names are asked for at the start, with a connection or a service that is back, and in another language once that was
 * chosen.
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

/** Paused in one tab is paused in all of them, and in the service worker. */
function keepPause({ sync, settings }: Reader, glyphFonts: GlyphFonts): void {
  let known: boolean | undefined
  const apply = () => {
    const { paused } = settings.state.get()
    if (paused === known) return
    known = paused
    sync.setPaused(paused)
    glyphFonts.setPaused(paused)
    void markPaused(paused)
  }
  settings.state.subscribe(apply)
  apply()
}

async function start(root: HTMLElement): Promise<void> {
  const settings = new SettingsStore()
  applySettings(settings.state)
  const config = await loadConfig().catch(() => null)
  if (!config) {
    root.textContent = wordsOf(settings.state.get().spoken).noConfig
    return
  }
  const { reader, store, glyphFonts } = assemble(config, settings)
  await namesOnDevice(reader)
  createRoot(root).render(
    <StrictMode>
      <ReaderProvider reader={reader} store={store}>
        <App />
      </ReaderProvider>
    </StrictMode>,
  )
  keepPause(reader, glyphFonts)
  reader.sync.start()
  glyphFonts.start()
  keepNames(reader)
  watchForUpdates()
}

void start(document.getElementById('root')!)
