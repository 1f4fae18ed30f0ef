import { openContentStore } from '@waraq/engine'
import { connectSyncEngine } from '@waraq/engine/page'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchForBackgroundSync } from './background.ts'
import { CatalogueLoader } from './catalogue/catalogue-loader.ts'
import { loadConfig, type ReaderConfig } from './config.ts'
import engineWorkerUrl from './engine-worker.ts?worker&url'
import './styles/index.css'
import { SyncController } from './sync/sync-controller.ts'
import { scriptUrl } from './trusted-urls.ts'
import { App } from './ui/App.tsx'
import { ReaderContext, type Reader } from './ui/reader-context.ts'
import { watchForUpdates } from './updates.ts'

/** One database for the engine in the worker and for reading in the page. */
const database = 'waraq'

function assemble({ contentRoot, relay }: ReaderConfig): Reader {
  // A function, so that a worker that the browser killed is replaced.
  const worker = () => new Worker(scriptUrl(engineWorkerUrl), { type: 'module', name: 'engine' })
  const engine = connectSyncEngine(worker, {
    contentRoot,
    relay,
    name: database,
    // Somebody is looking: say soon that nobody answers. The timetable tries again by itself.
    retry: { attempts: 3 },
  })
  watchForBackgroundSync(engine)
  return {
    store: openContentStore({ name: database, engine }),
    sync: new SyncController(engine),
    catalogue: new CatalogueLoader({ contentRoot, relay }),
  }
}

async function start(root: HTMLElement): Promise<void> {
  try {
    const reader = assemble(await loadConfig())
    createRoot(root).render(
      <StrictMode>
        <ReaderContext value={reader}>
          <App />
        </ReaderContext>
      </StrictMode>,
    )
    void reader.sync.start()
    void reader.catalogue.load()
    addEventListener('online', () => void reader.catalogue.load())
    watchForUpdates()
  } catch (error) {
    root.textContent = `${error instanceof Error ? error.message : 'The reader could not start.'} Reload the page.`
  }
}

void start(document.getElementById('root')!)
