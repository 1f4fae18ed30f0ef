import type { RelayOption } from '@waraq/client'
import { expose } from 'comlink'
import { afterEach, describe, expect, it } from 'vitest'
import { settle, VirtualClock } from '@waraq/test-support/virtual-clock'
import { catalogueBench, type CatalogueBench } from './bench.test-support.ts'
import { catalogueDoor, type CatalogueDoor } from './door.ts'
import { connectCatalogue, type Catalogue } from './index.ts'

/** A worker in this thread, with the same copying. */
class EngineWorker extends EventTarget {
  readonly #inside = new EventTarget()
  terminated = false
  silent = false

  constructor(door: CatalogueDoor) {
    super()
    const inside = Object.assign(this.#inside, {
      postMessage: (message: unknown) => this.#deliver(this, message),
    })
    expose(door, inside as unknown as MessagePort)
  }

  postMessage(message: unknown): void {
    this.#deliver(this.#inside, message)
  }

  terminate(): void {
    this.terminated = true
  }

  #deliver(to: EventTarget, message: unknown): void {
    const data: unknown = structuredClone(message)
    queueMicrotask(() => {
      if (!this.terminated && !this.silent) to.dispatchEvent(new MessageEvent('message', { data }))
    })
  }
}

const open: Catalogue[] = []
afterEach(() => open.splice(0).forEach((each) => each.close()))

function page(bench: CatalogueBench, make: (worker: EngineWorker) => void = () => undefined) {
  const workers: EngineWorker[] = []
  const clock = new VirtualClock()
  const relays: RelayOption[] = []
  const start = () => {
    const access = (relay: RelayOption) => {
      relays.push(relay)
      return { tokens: bench.options.tokens }
    }
    const worker = new EngineWorker(catalogueDoor({ access, fetch: bench.options.fetch }))
    workers.push(worker)
    make(worker)
    return worker as unknown as Worker
  }
  const { contentRoot, retry, indexedDB, IDBKeyRange } = bench.options
  const catalogue = connectCatalogue(start, {
    contentRoot,
    relay: '/token',
    retry,
    indexedDB,
    IDBKeyRange,
    clock,
  })
  open.push(catalogue)
  return { catalogue, workers, clock, relays }
}

describe('a page', () => {
  it('fetches by a worker, which is ended again', async () => {
    const { catalogue, workers, relays } = page(catalogueBench())
    const content = await catalogue.get()
    expect(content.resources.get('translations:20')?.name).toBe('Saheeh International (quran-json)')
    expect(content.problems).toEqual([])
    expect(workers.map(({ terminated }) => terminated)).toEqual([true])
    // One client, and so one token, for all lists.
    expect(relays).toEqual(['/token'])
  })

  it('needs no worker for what is on the device', async () => {
    const bench = catalogueBench()
    const stored = await bench.open().get()
    const { catalogue, workers } = page(bench)
    expect(await catalogue.get()).toEqual(stored)
    expect(workers).toEqual([])
  })

  it('is told what was wrong, whole', async () => {
    const bench = catalogueBench()
    bench.fail({ status: 503, headers: { 'retry-after': '60' } }, 'tafsirs')
    const { catalogue } = page(bench)
    const { problems } = await catalogue.get()
    expect(problems).toMatchObject([{ list: 'tafsirs', error: { status: 503, retryable: true } }])
    expect(problems[0]?.error.retryAt).toBeGreaterThan(Date.now())
  })

  it('ends its worker with the last who waits', async () => {
    const bench = catalogueBench()
    bench.fail({ hang: true })
    const { catalogue, workers } = page(bench)
    const leaves = new AbortController()
    const left = catalogue.refresh({ signal: leaves.signal }).catch((error: unknown) => error)
    await expect.poll(() => bench.sandbox.requests.length).toBe(5)
    leaves.abort()
    await left
    await expect.poll(() => workers[0]?.terminated).toBe(true)
  })

  it.each([
    [
      'fails to start',
      (worker: EngineWorker) => queueMicrotask(() => worker.dispatchEvent(new Event('error'))),
    ],
    [
      'may not be started',
      () => {
        throw new DOMException('refused', 'SecurityError')
      },
    ],
  ])('whose worker %s has no names, and says so', async (_name, make) => {
    const { catalogue } = page(catalogueBench(), make)
    const { problems, resources } = await catalogue.get()
    expect(resources.size).toBe(0)
    expect(problems).toHaveLength(5)
    expect(problems.every(({ error }) => error.retryable)).toBe(true)
  })

  it('waits five minutes for a worker that died', async () => {
    const { catalogue, workers, clock } = page(catalogueBench(), (worker) => (worker.silent = true))
    let content: unknown
    void catalogue.get().then((value) => (content = value))
    await settle()
    await clock.advance(299_000)
    expect(content).toBeUndefined()
    await clock.advance(2_000)
    expect(content).toMatchObject({ problems: Array(5).fill({ error: { code: 'timeout' } }) })
    expect(workers[0]?.terminated).toBe(true)
  })
})
