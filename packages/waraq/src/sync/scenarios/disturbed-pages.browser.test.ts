import { afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import type { EngineStatus } from '../status/status.ts'
import { connectSyncEngine } from '../../worker/connect.ts'
import type { ConnectedEngine } from '../../worker/options.ts'

/**
 * How long a person waits after a page that syncs was disturbed; `test/lifecycle/disruptions.ts` has many more of them. A tab is
 * a frame of this page: its workers end with it, without a word.
 */

const { contentRoot, relay } = inject('services')
/** On a machine at rest, in milliseconds. What an undisturbed start takes is added three times, for a machine that is busy. */
const boundMs = 3_000
const script = new URL('../../worker/commanded-worker.test-support.ts', import.meta.url)
const filter = 'articles:1,2'
const held = '/articles/2'

const open: (() => unknown)[] = []
let databases = 0
let calmMs = 0

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

interface Tab {
  readonly engine: ConnectedEngine
  isCurrent(): boolean
  /** The worker that waits for an answer that never comes, once there is one. */
  held(): Promise<Worker>
  end(): void
}

/**
 * A page that keeps its texts and keeps them current. `holds`: a worker's request for a text has no answer. Until one waits for it, that
 * is so in each worker: where the first starts slowly, a second one may be faster.
 */
function openTab(name: string, { holds = false } = {}): Tab {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const { Worker: FramesWorker } = frame.contentWindow as unknown as { readonly Worker: typeof Worker }
  let holding: Worker | undefined
  let isGone = false
  /** What a failure shows of the way to the answer that never comes. */
  const seen = {
    workers: 0,
    failed: [] as string[],
    status: undefined as EngineStatus | undefined,
  }
  const make = () => {
    if (isGone) throw new Error('The page is gone')
    seen.workers += 1
    const worker = new FramesWorker(script, { type: 'module' })
    worker.addEventListener('error', ({ message }) => seen.failed.push(message))
    if (holding || !holds) return worker
    worker.postMessage(`hold ${held}`)
    worker.addEventListener('message', ({ data }) => {
      if (data === `holding ${held}`) holding = worker
    })
    return worker
  }
  const engine = connectSyncEngine(make, { contentRoot, relay, name, handshakeMs: 60_000 })
  engine.watch((each) => (seen.status = each))
  const requests = [engine.setSubscriptions([filter]), engine.startAutoSync()]
  for (const requested of requests) requested.catch((error: Error) => seen.failed.push(error.message))
  const end = () => {
    isGone = true
    frame.remove()
  }
  open.push(end, () => engine.close())
  return {
    engine,
    async held() {
      const isHeld = () => ({ ...seen, isHeld: holding !== undefined })
      await expect.poll(isHeld, { interval: 5, timeout: 100_000 }).toMatchObject({ isHeld: true })
      return holding!
    },
    end,
    isCurrent: () => {
      const [kept] = seen.status?.subscriptions ?? []
      return kept?.lastRun?.outcome === 'current' && kept.currentAt !== null
    },
  }
}

function newLibrary(): string {
  const name = `disturbed-${databases++}`
  open.push(() => indexedDB.deleteDatabase(name))
  return name
}

const untilCurrent = (tab: Tab, timeout = 120_000) =>
  vi.waitUntil(() => tab.isCurrent(), { interval: 20, timeout })

const expectCurrent = (tab: Tab) => untilCurrent(tab, boundMs + 3 * calmMs)

beforeAll(async () => {
  const began = performance.now()
  await untilCurrent(openTab(newLibrary()))
  calmMs = performance.now() - began
})

describe('within seconds after a disturbance in the first sync, the library is current', () => {
  it('in the page that is loaded again', async () => {
    const name = newLibrary()
    const before = openTab(name, { holds: true })
    await before.held()
    before.end()
    await expectCurrent(openTab(name))
  })

  it('in another tab, where the one that syncs is closed', async () => {
    const name = newLibrary()
    const first = openTab(name, { holds: true })
    await first.held()
    const other = openTab(name)
    await expect.poll(async () => (await other.engine.status()).schedule?.reason).toBe('in_progress')
    first.end()
    await expectCurrent(other)
  })

  it('in a page whose worker ends', async () => {
    const tab = openTab(newLibrary(), { holds: true })
    const worker = await tab.held()
    worker.terminate()
    await expectCurrent(tab)
  })

  it('in a page whose database is deleted', async () => {
    const name = newLibrary()
    const tab = openTab(name)
    await untilCurrent(tab)
    await new Promise((resolve) => (indexedDB.deleteDatabase(name).onsuccess = resolve))
    await expect.poll(tab.isCurrent, { interval: 5 }).toBe(false)
    await expectCurrent(tab)
  })
})
