import { afterEach, expect, it, vi } from 'vitest'
import { connectSyncEngine } from '../page.ts'
import { FakeWorker } from './fake-worker.test-support.ts'

afterEach(() => vi.unstubAllGlobals())

it("listens to the page's coming back from the cache, and to nothing once it is closed", async () => {
  const page = new EventTarget()
  const remove = vi.fn<typeof page.removeEventListener>(page.removeEventListener.bind(page))
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', remove)
  const show = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))

  const worker = new FakeWorker(undefined)
  const engine = connectSyncEngine(worker as unknown as Worker, {
    contentRoot: 'http://127.0.0.1',
    relay: '/t',
  })
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
  expect(remove).toHaveBeenCalledTimes(1)
})
