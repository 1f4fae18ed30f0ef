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

it.each<[string, Record<string, unknown>]>([
  ['on a server', {}],
  ['in a page, which frames and openers of any origin may post to', { postMessage: vi.fn(), document: {} }],
])('makes nothing %s', (_, globals) => {
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  const makeConnection = vi.fn(() => ({}))
  exposeInWorker(makeConnection)
  expect(makeConnection).not.toHaveBeenCalled()
})
