import { relayTokens } from '../client/relay-tokens.ts'
import { afterEach, describe, expect, inject, it, vi } from 'vitest'
import { createSyncEngine } from '../sync/engine/create-sync-engine.ts'
import { openContentStore } from '../store/read/open-content-store.ts'
import type { ContentStore } from '../store/read/content-store.ts'
import type { EngineStatus } from '../sync/status/status.ts'
import { connectSyncEngine } from './connect.ts'
import type { ConnectedEngine, ConnectOptions } from './options.ts'

/** Connections to real workers that are terminated, end themselves, hang, or never come. */

const { admin, contentRoot, relay } = inject('services')
const open: { close(): void | Promise<void> }[] = []
const lost = { code: 'worker_lost', retryable: true }
let databases = 0

afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  for (const each of open.splice(0).reverse()) await each.close()
})

const urls = {
  real: new URL('../worker.ts', import.meta.url),
  commanded: new URL('./commanded-worker.test-support.ts', import.meta.url),
  silent: new URL('./silent-worker.test-support.ts', import.meta.url),
  otherVersion: new URL('./other-version-worker.test-support.ts', import.meta.url),
}

/** Where a worker starts slowly, a second one is started beside it, and the slower of the two is terminated. */
const ended = new WeakSet<Worker>()

function newWorker(url: URL): Worker {
  const worker = new Worker(url, { type: 'module' })
  const terminate = worker.terminate.bind(worker)
  worker.terminate = () => {
    ended.add(worker)
    terminate()
  }
  open.push({ close: () => worker.terminate() })
  return worker
}

interface Connected {
  readonly engine: ConnectedEngine
  readonly store: ContentStore
  readonly name: string
  /** All workers that were made. */
  readonly workers: readonly Worker[]
  /** The one that has answered. */
  serving(): Worker
}

/** Connects to workers that a function makes. Their deadlines are long: a busy machine loads them from source. */
function connect(url: URL, options: Partial<ConnectOptions> = {}): Connected {
  const name = `connection-${databases++}`
  const workers: Worker[] = []
  const make = () => {
    workers.push(newWorker(url))
    return workers.at(-1)!
  }
  const engine = connectSyncEngine(make, { contentRoot, relay, name, handshakeMs: 60_000, ...options })
  const store = openContentStore({ name })
  open.push(engine, store, {
    close: async () => {
      await engine.close()
      store.close()
      indexedDB.deleteDatabase(name)
    },
  })
  const serving = () => {
    const alive = workers.filter((each) => !ended.has(each))
    expect(alive).toHaveLength(1)
    return alive[0]!
  }
  return { engine, store, name, workers, serving }
}

const said = (worker: Worker, what: string) =>
  new Promise<void>((resolve) => {
    worker.addEventListener('message', ({ data }) => {
      if (data === what) resolve()
    })
  })

/** Starts a sync in the worker that cannot end: it has one resource and waits for the other. */
async function syncForEver({
  engine,
  serving,
}: Connected): Promise<{ readonly worker: Worker; readonly ends: Promise<void> }> {
  await engine.subscribe('articles:1,2')
  const worker = serving()
  worker.postMessage('hold /articles/2')
  const holding = said(worker, 'holding /articles/2')
  const ends = expect(engine.sync()).rejects.toMatchObject(lost)
  await holding
  return { worker, ends }
}

describe('a worker terminated in the middle of a sync', () => {
  it(
    'loses nothing: the call rejects, the next one is served by a new worker and ends current',
    { timeout: 120_000 },
    async () => {
      const connected = connect(urls.commanded)
      const { engine, store } = connected
      const { worker, ends } = await syncForEver(connected)
      const others = expect(engine.verify({ group: 'articles', id: 1 })).rejects.toMatchObject(lost)
      worker.terminate()
      await Promise.all([ends, others])
      expect(await engine.sync()).toMatchObject({ outcome: 'current' })
      expect(connected.serving()).not.toBe(worker)
      const state = (await (await fetch(`${admin}/state?rows=all`)).json()) as {
        readonly resources: { readonly resource: string; readonly rows: Record<string, number> }[]
      }
      for (const id of [1, 2]) {
        const info = await store.resource({ group: 'articles', id })
        const expected = state.resources.find(({ resource }) => resource === `articles:${id}`)!.rows
        expect(Object.fromEntries(info!.rowsByType)).toEqual(expected)
      }
      expect((await engine.sync()).runs[0]).toMatchObject({ outcome: 'current', pages: 1, rowsWritten: 0 })
    },
  )
})

describe('a worker that ends in other ways', () => {
  it('closes itself', { timeout: 60_000 }, async () => {
    const connected = connect(urls.commanded)
    const { worker, ends } = await syncForEver(connected)
    worker.postMessage('close yourself')
    await ends
    expect((await connected.engine.status()).subscriptions).toHaveLength(1)
    expect(connected.serving()).not.toBe(worker)
  })

  it('hangs: it is terminated', { timeout: 60_000 }, async () => {
    const connected = connect(urls.commanded, { pingMs: 2_000 })
    const { worker, ends } = await syncForEver(connected)
    const terminate = vi.spyOn(worker, 'terminate')
    worker.postMessage('run for ever')
    await ends
    expect(terminate).toHaveBeenCalledTimes(1)
    expect((await connected.engine.status()).subscriptions).toHaveLength(1)
  })

  it('and cannot be made anew', { timeout: 60_000 }, async () => {
    const worker = newWorker(urls.commanded)
    const engine = connectSyncEngine(worker, { contentRoot, relay, name: 'single', handshakeMs: 60_000 })
    await engine.status()
    const call = expect(engine.sync()).rejects.toMatchObject(lost)
    worker.terminate()
    await call
    await expect(engine.status()).rejects.toMatchObject({
      code: 'worker_lost',
      retryable: false,
      message: expect.stringContaining('function that makes the worker') as string,
    })
    await engine.close()
  })
})

describe('a watch', () => {
  it(
    'goes on across a restart, and asks anew when the page comes back from the cache',
    { timeout: 60_000 },
    async () => {
      const { engine, serving } = connect(urls.real)
      const heard: EngineStatus[] = []
      const end = engine.watch((status) => heard.push(status))
      const filters = () => heard.at(-1)?.subscriptions.map(({ filter }) => filter)
      const longer = { timeout: 50_000 }
      await expect.poll(filters, longer).toEqual([])
      await engine.subscribe('articles:1')
      await expect.poll(filters, longer).toEqual(['articles:1'])
      const before = serving()
      before.terminate()
      await expect.poll(() => serving() !== before, longer).toBe(true)
      await engine.subscribe('articles:2')
      await expect.poll(filters, longer).toEqual(['articles:1', 'articles:2'])
      heard.length = 0
      // Dexie logs this, too.
      vi.spyOn(console, 'debug').mockReturnValue()
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      await expect.poll(filters, longer).toEqual(['articles:1', 'articles:2'])
      end()
    },
  )
})

describe('calls', () => {
  it('have a deadline, which is not the end of the worker', { timeout: 60_000 }, async () => {
    const { engine, serving } = connect(urls.silent, { callMs: 400, pingMs: 20_000 })
    await expect(engine.status()).rejects.toMatchObject({ code: 'timeout', retryable: true })
    const worker = serving()
    await expect(engine.subscribe('articles:1')).rejects.toMatchObject({ code: 'timeout' })
    expect(serving()).toBe(worker)
  })

  it('hear of all progress before the reply', { timeout: 60_000 }, async () => {
    const { engine } = connect(urls.real)
    const phases = new Set<string>()
    await engine.subscribe('articles:1')
    await engine.sync({ onProgress: ({ phase }) => phases.add(phase) })
    expect([...phases]).toEqual(expect.arrayContaining(['paging', 'committing', 'settled']))
  })

  it('read through the worker what the page could not open', { timeout: 60_000 }, async () => {
    const { engine, store } = connect(urls.real)
    await engine.subscribe('articles:1')
    await engine.sync()
    const ref = { group: 'articles', id: 1 }
    const expected = await store.rows('article_localization', ref)
    expect(expected.length).toBeGreaterThan(0)
    expect(await engine.read({ read: 'rows', recordType: 'article_localization', ref, range: {} })).toEqual(
      expected,
    )
    expect(await engine.read({ read: 'resource', ref })).toEqual(await store.resource(ref))
  })
})

describe('a worker of another version', () => {
  it('is refused once and for all; nothing is written', { timeout: 60_000 }, async () => {
    const { engine, name, workers } = connect(urls.otherVersion)
    const refused = { code: 'protocol_mismatch', retryable: false }
    await expect(engine.sync()).rejects.toMatchObject(refused)
    const { length } = workers
    for (let call = 0; call < 2; call += 1) await expect(engine.sync()).rejects.toMatchObject(refused)
    expect(workers).toHaveLength(length)
    const names = (await indexedDB.databases()).map((database) => database.name)
    expect(names).not.toContain(name)
    expect(names).not.toContain('written by protocol 1')
  })
})

describe('a worker that the page may not start', () => {
  /** A page whose policy allows no workers. */
  async function strictFrame(): Promise<{ readonly Worker: typeof Worker }> {
    const frame = document.createElement('iframe')
    frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="worker-src 'none'">`
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
    document.body.append(frame)
    open.push({ close: () => frame.remove() })
    await loaded
    return frame.contentWindow as unknown as { readonly Worker: typeof Worker }
  }
  const script = (type: string) => URL.createObjectURL(new Blob(['self.x = 1'], { type }))

  it.each([
    ['by its policy', async () => new (await strictFrame()).Worker(urls.real, { type: 'module' })],
    ['because it is no script', async () => new Worker(script('text/plain'), { type: 'module' })],
  ])('%s, is an error that says what to look at', async (_, make) => {
    const engine = connectSyncEngine(await make(), { contentRoot, relay, name: 'refused' })
    await expect(engine.status()).rejects.toMatchObject({
      code: 'worker_failed',
      retryable: true,
      message: expect.stringMatching(/worker-src/) as string,
    })
    await engine.close()
  })

  it('is told apart from one that has no engine in it', async () => {
    const make = () => new Worker(script('text/javascript'), { type: 'module' })
    const engine = connectSyncEngine(make, { contentRoot, relay, name: 'empty', handshakeMs: 500 })
    await expect(engine.status()).rejects.toMatchObject({
      code: 'worker_failed',
      message: expect.stringContaining('imports waraq/worker') as string,
      details: { silent: true },
    })
    await engine.close()
  })

  it('gives way to an engine of the page', { timeout: 60_000 }, async () => {
    const { Worker } = await strictFrame()
    const name = `connection-${databases++}`
    const options = { contentRoot, name }
    const made = vi.fn<() => Worker>(() => new Worker(urls.real, { type: 'module' }))
    const engine = connectSyncEngine(made, {
      ...options,
      relay,
      fallback: async () => createSyncEngine({ ...options, tokens: relayTokens(relay) }),
    })
    const heard: EngineStatus[] = []
    engine.watch((status) => heard.push(status))
    await engine.subscribe('articles:1')
    expect(await engine.sync()).toMatchObject({ outcome: 'current' })
    await expect.poll(() => heard.at(-1)?.subscriptions[0]?.lastRun?.outcome).toBe('current')
    const ref = { group: 'articles', id: 1 }
    expect(await engine.read({ read: 'resource', ref })).toMatchObject({ rows: expect.any(Number) as number })
    expect(made).toHaveBeenCalledTimes(1)
    await engine.close()
    indexedDB.deleteDatabase(name)
  })
})

describe('connecting and closing', () => {
  it('forty times leaves no lock and no port behind', { timeout: 120_000 }, async () => {
    const request = vi.spyOn(navigator.locks, 'request')
    let channels = 0
    class CountedChannel extends MessageChannel {
      constructor() {
        super()
        channels += 1
      }
    }
    vi.stubGlobal('MessageChannel', CountedChannel)
    const options = { contentRoot, relay, name: 'cycles', handshakeMs: 60_000 }
    const worker = newWorker(urls.real)
    const made = vi.fn<() => Worker>(() => newWorker(urls.real))
    const ends: Promise<void>[] = []
    let connections = 0
    for (let cycle = 0; cycle < 40; cycle += 1) {
      const fromFunction = cycle % 20 === 19
      if (!fromFunction) connections += 1
      const engine = connectSyncEngine(fromFunction ? made : worker, options)
      const end = engine.watch(() => undefined)
      expect(await engine.status()).toMatchObject({ name: 'cycles' })
      if (cycle % 2 === 0) end()
      ends.push(engine.close())
      await ends.at(-1)
    }
    // One for each worker that was made, and for each connection to the one that was given.
    expect(channels).toBe(connections + made.mock.calls.length)
    const names = new Set(
      request.mock.calls.map(([name]) => name).filter((name) => name.startsWith('waraq:life:')),
    )
    expect(names.size).toBe(40)
    const left = async () => {
      const { held = [], pending = [] } = await navigator.locks.query()
      return [...held, ...pending].filter(({ name }) => names.has(name ?? ''))
    }
    await expect.poll(left, { timeout: 30_000 }).toEqual([])
    indexedDB.deleteDatabase('cycles')
  })
})
