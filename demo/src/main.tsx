import { openContentStore } from '@waraq/engine'
import { careForStorage, connectSyncEngine } from '@waraq/engine/page'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchForBackgroundSync } from './background.ts'
import { CatalogueLoader } from './catalogue/catalogue-loader.ts'
import { databaseName, loadConfig, type ReaderConfig } from './config.ts'
import engineWorkerUrl from './engine-worker.ts?worker&url'
import './styles/index.css'
import { SyncController } from './sync/sync-controller.ts'
import { scriptUrl } from './trusted-urls.ts'
import { App } from './ui/App.tsx'
import { ReaderContext, type Reader } from './ui/reader-context.ts'
import { watchForUpdates } from './updates.ts'
import { words } from './words.ts'

function assemble({ contentRoot, relay }: ReaderConfig): Reader {
  // A function, so that a worker that the browser killed is replaced.
  const worker = () => new Worker(scriptUrl(engineWorkerUrl), { type: 'module', name: 'engine' })
  const engine = connectSyncEngine(worker, {
    contentRoot,
    relay,
    name: databaseName,
    // Somebody is looking: say soon that nobody answers. The timetable tries again by itself.
    retry: { attempts: 3 },
  })
  // Before anything is subscribed to: what is empty now tells whether the browser cleared it.
  const care = careForStorage(engine, { name: databaseName })
  watchForBackgroundSync(engine)
  return {
    store: openContentStore({ name: databaseName, engine }),
    sync: new SyncController(engine, care),
    catalogue: new CatalogueLoader({ contentRoot, relay }),
  }
}

async function start(root: HTMLElement): Promise<void> {
  const config = await loadConfig().catch(() => null)
  if (!config) {
    root.textContent = words.noConfig
    return
  }
  const reader = assemble(config)
  createRoot(root).render(
    <StrictMode>
      <ReaderContext value={reader}>
        <App />
      </ReaderContext>
    </StrictMode>,
  )
  reader.sync.start()
  void reader.catalogue.load()
  addEventListener('online', () => void reader.catalogue.load())
  watchForUpdates()
}

void start(document.getElementById('root')!)
