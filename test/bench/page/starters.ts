import { connectSyncEngine } from 'waraq'
import { releaseProxy, wrap } from 'comlink'
import { handleOf } from './handle.ts'
import type { Handle } from './protocol.ts'
import { dexie, dexieIndexed } from './variants/dexie.ts'
import { parse } from './variants/parse.ts'
import { raw } from './variants/raw.ts'
import type { Variant } from './variants/variant.ts'
import { EngineClient, waraq } from './variants/waraq.ts'

/** A variant that was started, and what ends it. */
export interface Started {
  readonly handle: Handle
  stop(): void
}

/** Each variant has a worker and with it a bundle of its own: RxDB brings a Dexie that refuses to load beside another. */
const workers: Readonly<Record<string, () => Worker>> = {
  parse: () => new Worker(new URL('./workers/parse.ts', import.meta.url), { type: 'module' }),
  waraq: () => new Worker(new URL('./workers/waraq.ts', import.meta.url), { type: 'module' }),
  raw: () => new Worker(new URL('./workers/raw.ts', import.meta.url), { type: 'module' }),
  dexie: () => new Worker(new URL('./workers/dexie.ts', import.meta.url), { type: 'module' }),
  'dexie-indexed': () =>
    new Worker(new URL('./workers/dexie-indexed.ts', import.meta.url), { type: 'module' }),
  idb: () => new Worker(new URL('./workers/idb.ts', import.meta.url), { type: 'module' }),
  rxdb: () => new Worker(new URL('./workers/rxdb.ts', import.meta.url), { type: 'module' }),
  pouchdb: () => new Worker(new URL('./workers/pouchdb.ts', import.meta.url), { type: 'module' }),
  tinybase: () => new Worker(new URL('./workers/tinybase.ts', import.meta.url), { type: 'module' }),
  sqlite: () => new Worker(new URL('./workers/sqlite.ts', import.meta.url), { type: 'module' }),
}

/** The page's side of the engine as applications have it: a worker behind its door, progress and status told to the page. */
function behindItsDoors(): Started {
  const worker = () => new Worker(new URL('./workers/engine.ts', import.meta.url), { type: 'module' })
  const handle = handleOf({
    open: waraq.open,
    connect(source, name) {
      const { contentRoot, relay } = source
      const engine = connectSyncEngine(worker, { contentRoot, relay, name })
      engine.watch(() => undefined)
      return EngineClient.connect(source, name, engine)
    },
  })
  return { handle, stop: () => void handle.close() }
}

/** Rejects calls under way when the worker's script fails: they would never settle otherwise. */
export function inWorker<T>(worker: Worker): { remote: T; failed: Promise<never>; stop: () => void } {
  const remote = wrap<T>(worker)
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) => reject(new Error(`the worker failed: ${event.message}`)))
    worker.addEventListener('messageerror', () => reject(new Error('a message could not be read')))
  })
  failed.catch(() => undefined)
  const stop = () => {
    remote[releaseProxy]()
    worker.terminate()
  }
  return { remote: remote as T, failed, stop }
}

/** Variants that work in the page where it is slowed. */
const inPage: Readonly<Record<string, Variant>> = { parse, waraq, raw, dexie, 'dexie-indexed': dexieIndexed }

/** In this thread: Chromium slows pages, and no workers. */
export function startHere(variant: string): Started {
  const found = inPage[variant]
  if (!found) throw new Error(`There is no variant ${variant} in the page`)
  const handle = handleOf(found)
  return { handle, stop: () => void handle.close() }
}

export function start(variant: string): Started {
  if (variant === 'waraq-doors') return behindItsDoors()
  const make = workers[variant]
  if (!make) throw new Error(`There is no variant ${variant}`)
  const { remote, failed, stop } = inWorker<Handle>(make())
  const handle: Handle = {
    connect: (...given) => Promise.race([failed, remote.connect(...given)]),
    load: () => Promise.race([failed, remote.load()]),
    replace: (...given) => Promise.race([failed, remote.replace(...given)]),
    follow: () => Promise.race([failed, remote.follow()]),
    close: () => Promise.race([failed, remote.close()]),
    read: (...given) => Promise.race([failed, remote.read(...given)]),
  }
  return { handle, stop }
}
