import { afterEach, expect, it, vi } from 'vitest'
import { settle } from '@waraq/test-support/at-rest'
import { connectSyncEngine } from './connect.ts'
import { EngineWorker } from './stage.test-support.ts'

afterEach(() => vi.unstubAllGlobals())

const options = { contentRoot: 'http://127.0.0.1', relay: '/t' }

it("listens to the page's coming back from the cache, and the network's, and to nothing once it is closed", async () => {
  const page = new EventTarget()
  const add = vi.fn<typeof page.addEventListener>(page.addEventListener.bind(page))
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('addEventListener', add)
  const show = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))

  const worker = new EngineWorker(undefined)
  const engine = connectSyncEngine(worker as unknown as Worker, options)
  engine.watch(() => undefined)
  await engine.status()
  const [first] = worker.engine.listeners
  expect(first).toBeInstanceOf(Function)
  show(false)
  await engine.status()
  expect([...worker.engine.listeners]).toEqual([first])
  show(true)
  await engine.status()
  expect(worker.engine.listeners.size).toBe(1)
  expect(worker.engine.listeners.has(first!)).toBe(false)
  await engine.close()
  const heard = add.mock.calls.map(([type, , how]) => [
    type,
    (how as AddEventListenerOptions).signal?.aborted,
  ])
  expect(heard).toEqual([
    ['pageshow', true],
    ['online', true],
  ])
})

it('waits for a browser on a server: no worker, and no promise that rejects', async () => {
  vi.stubGlobal('navigator', undefined)
  const make = vi.fn<() => Worker>()
  const engine = connectSyncEngine(make, options)
  const ended = vi.fn()
  const asked = [
    engine.setSubscriptions(['translations:20']),
    engine.startAutoSync(),
    engine.sync(),
    engine.status(),
  ]
  for (const promise of asked) promise.then(ended, ended)
  engine.watch(ended, ended)()
  await engine.close()
  await settle()
  expect(make).not.toHaveBeenCalled()
  expect(ended).not.toHaveBeenCalled()
  expect(() => connectSyncEngine(make, { ...options, callMs: 0 })).toThrow('callMs')
})
