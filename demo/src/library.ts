import { openContentStore, type ContentStore } from '@waraq/engine'
import { openCatalogue } from '@waraq/engine/catalogue'
import { connectSyncEngine, type ConnectedEngine } from '@waraq/engine/page'
import { databaseName, type ReaderConfig } from './config.ts'
import engineWorkerUrl from './engine-worker.ts?worker&url'
import { Names } from './names/names.ts'
import { askFirst } from './reading/first-questions.ts'
import { parseRoute } from './routes/route.ts'
import type { SettingsValue } from './settings/settings-store.ts'
import { scriptUrl } from './trusted-urls.ts'

export interface OpenLibrary {
  /** Its worker is started with the first call, which comes once there is something to read. */
  readonly engine: ConnectedEngine
  /** Reads what is on this device, without the worker. */
  readonly store: ContentStore
  readonly names: Names
  /** Settles with what the address shows in hand, as far as it is on this device. Never fails, nor does `named`. */
  readonly asked: Promise<void>
  readonly named: Promise<void>
}

/** Opens what is on this device, and asks it at once for what the address shows. */
export function openLibrary({ contentRoot, relay }: ReaderConfig, settings: SettingsValue): OpenLibrary {
  // A function, so that a worker that the browser killed is replaced.
  const engineWorker = () => new Worker(scriptUrl(engineWorkerUrl), { type: 'module', name: 'engine' })
  // The reader waits: say soon that the service does not answer. The timetable tries again by itself.
  const retry = { attempts: 3 }
  const engine = connectSyncEngine(engineWorker, {
    contentRoot,
    relay,
    name: databaseName,
    retry,
    lazy: true,
  })
  const store = openContentStore({ engine })
  const names = new Names((language) => openCatalogue({ engine, language }), settings.spoken)
  const settle = (work: Promise<void>) => work.catch(() => undefined)
  const asked = settle(askFirst(store, parseRoute(location.hash), settings))
  return { engine, store, names, asked, named: settle(names.fromDevice()) }
}
