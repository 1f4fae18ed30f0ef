import { connectSyncEngine, openContentStore, type ConnectedEngine, type ContentStore } from 'waraq'
import { openCatalogue } from 'waraq/quran'
import { databaseName } from './config.ts'
import engineWorkerUrl from './engine-worker.ts?worker&url'
import { Names } from './names/names.ts'
import { askFirst } from './reading/first-questions.ts'
import { parseRoute } from './routes/route.ts'
import type { Begun } from './start.tsx'
import { scriptUrl } from './trusted-urls.ts'

export interface OpenLibrary {
  /** The first call starts its worker. The page makes that call once there is something to read. */
  readonly engine: ConnectedEngine
  /** Reads what is on this device, without the worker. */
  readonly store: ContentStore
  readonly names: Names
  /** Resolves once the content of the address is read, as far as it is on this device. Neither this nor `named` ever rejects. */
  readonly asked: Promise<void>
  readonly named: Promise<void>
}

/** Opens the library on this device. If the content of the address is not in the page yet, reads it immediately. */
export function openLibrary({ config: { contentRoot, relay }, settings, text }: Begun): OpenLibrary {
  const chosen = settings.state.get()
  // A function, so that the engine can replace a worker that the browser killed.
  const engineWorker = () => new Worker(scriptUrl(engineWorkerUrl), { type: 'module', name: 'engine' })
  // The reader waits, so report soon that the service does not answer. The timetable tries again automatically.
  const retry = { attempts: 3 }
  const engine = connectSyncEngine(engineWorker, {
    contentRoot,
    relay,
    name: databaseName,
    retry,
    lazy: true,
  })
  const store = openContentStore({ engine })
  const names = new Names((language) => openCatalogue({ engine, language }), chosen.spoken)
  const settle = (work: Promise<void>) => work.catch(() => undefined)
  const isThere = text?.hash === location.hash
  const asked = settle(isThere ? Promise.resolve() : askFirst(store, parseRoute(location.hash), chosen))
  return { engine, store, names, asked, named: settle(names.fromDevice()) }
}
