import { afterEach, expect, it, vi } from 'vitest'
import { exposeInWorker } from './expose-in-worker.ts'

afterEach(() => vi.unstubAllGlobals())

it('listens in a worker', () => {
  const listening = vi.fn()
  vi.stubGlobal('postMessage', () => undefined)
  vi.stubGlobal('addEventListener', listening)
  exposeInWorker(() => ({}))
  expect(listening).toHaveBeenCalledWith('message', expect.any(Function))
})

it('makes nothing on a server', () => {
  const makeDoor = vi.fn(() => ({}))
  exposeInWorker(makeDoor)
  expect(makeDoor).not.toHaveBeenCalled()
})
