import { failure } from '@waraq/test-support/failure'
import { settle } from '@waraq/test-support/at-rest'
import { describe, expect, it } from 'vitest'
import type { SearchStatus } from '../search.ts'
import { SearchWorker, problem, result, someStatus, start } from './stage.test-support.ts'

const refs = [{ group: 'translations', id: 20 }]

describe('the search of a worker', () => {
  it('is the same as here: arguments, answers, options', async () => {
    const { search, workers } = start({ name: 'library', freshness: { policy: 'hide' } })
    expect(await search.search('lord', { limit: 3, offset: 6, resources: refs })).toEqual(result)
    expect(await search.choose('all')).toBeUndefined()
    await search.choose(refs.map((ref) => ({ ...ref, more: () => 'not to be copied' })))
    expect(await search.status()).toEqual(someStatus)
    expect(workers[0]!.options).toEqual({ name: 'library', freshness: { policy: 'hide' } })
    expect(workers[0]!.search.calls).toEqual([
      ['search', 'lord', { limit: 3, offset: 6, resources: refs }],
      ['choose', 'all'],
      ['choose', refs],
      ['status'],
    ])
    expect(workers).toHaveLength(1)
  })
  it('keeps errors whole', async () => {
    const { search, workers } = start()
    workers[0]!.search.failure = problem
    const error = await failure(search.search('lord'))
    expect(error).toMatchObject({
      name: 'WaraqError',
      code: 'storage_blocked',
      message: 'another tab',
      retryable: true,
      retryAt: 7,
      details: { a: [1] },
      cause: { message: 'deeper' },
      stack: problem.stack,
    })
    workers[0]!.search.failure = new TypeError('a bug')
    expect(await failure(search.status())).toMatchObject({ name: 'TypeError', message: 'a bug' })
  })
  it('refuses arguments that cannot be copied', async () => {
    const { search } = start()
    const group = (() => 'no text') as never
    expect(await failure(search.choose([{ group, id: 1 }]))).toMatchObject({ code: 'invalid_argument' })
    expect(await search.search('lord')).toEqual(result)
  })
  it('rejects at once with the reason of the signal, and cancels the work', async () => {
    const { search, workers } = start()
    const reason = new Error('typed on')
    expect(await failure(search.search('l', { signal: AbortSignal.abort(reason) }))).toBe(reason)
    await search.status()
    workers[0]!.search.isSilent = true
    const controller = new AbortController()
    const asked = failure(search.search('lo', { signal: controller.signal }))
    await settle()
    expect(workers[0]!.search.signal!.aborted).toBe(false)
    controller.abort(reason)
    expect(await asked).toBe(reason)
    await settle()
    expect(workers[0]!.search.signal!.aborted).toBe(true)
  })
  it('tells statuses for as long as there is a listener, and asks the worker once', async () => {
    const { search, workers } = start()
    const reported: SearchStatus[][] = [[], []]
    const ends = reported.map((each) => search.watch((status) => each.push(status)))
    await settle()
    const { calls, listeners } = workers[0]!.search
    workers[0]!.search.tell({ ...someStatus, state: 'failed', error: problem })
    await settle()
    for (const each of reported) {
      expect(each.map(({ state }) => state)).toEqual(['starting', 'ready', 'failed'])
      expect(each.at(-1)!.error).toMatchObject({ code: 'storage_blocked', cause: { message: 'deeper' } })
    }
    ends[0]!()
    await settle()
    expect(listeners.size).toBe(1)
    ends[1]!()
    await settle()
    expect(listeners.size).toBe(0)
    search.watch(() => undefined)
    await settle()
    expect(calls.filter(([method]) => method === 'watch')).toHaveLength(2)
  })
})

describe('a worker that is gone', () => {
  it('ends the calls in flight, and the next call starts another one', async () => {
    const { search, workers, lockNames } = start()
    await search.status()
    workers[0]!.search.isSilent = true
    const calls = [search.search('lord'), search.status(), search.choose('all')].map(failure)
    await settle()
    workers[0]!.end()
    for (const call of calls)
      expect(await call).toMatchObject({ code: 'worker_lost', retryable: true, details: { loss: 'gone' } })
    await settle()
    expect(workers).toHaveLength(1)
    expect(await search.search('lord')).toEqual(result)
    expect(workers).toHaveLength(2)
    expect(workers[0]!.terminations).toBe(1)
    expect(lockNames.size).toBe(1)
  })
  it('is told to those who watch, who then follow the next one', async () => {
    const { search, workers } = start()
    const reported: SearchStatus[] = []
    search.watch((status) => reported.push(status))
    await search.status()
    workers[0]!.end()
    await settle()
    expect(reported.at(-1)).toMatchObject({ state: 'failed', error: { code: 'worker_lost' } })
    await search.search('lord')
    await settle()
    expect(reported.at(-1)).toEqual(someStatus)
    expect(workers[1]!.search.listeners.size).toBe(1)
  })
  it('without locks is found by its silence, before the deadline of a call', async () => {
    const { search, workers, clock } = start({ withoutLocks: true })
    await search.status()
    workers[0]!.end()
    const [call, other] = [failure(search.search('lord')), failure(search.status())]
    await clock.advance(22_499)
    expect(workers).toHaveLength(1)
    await clock.advance(1)
    expect(await call).toMatchObject({ code: 'worker_lost', details: { loss: 'hung' } })
    expect(await other).toMatchObject({ code: 'worker_lost', details: { loss: 'hung' } })
    expect(await search.search('lord')).toEqual(result)
    expect(clock.pending).toBe(0)
  })
  it('is told apart from one that is slow', async () => {
    const { search, workers, clock } = start({ callMs: 5_000 })
    await search.status()
    workers[0]!.search.isSilent = true
    const call = failure(search.search('lord'))
    await clock.advance(4_999)
    workers[0]!.search.isSilent = false
    expect(await search.search('lord')).toEqual(result)
    await clock.advance(1)
    expect(await call).toMatchObject({ code: 'timeout', retryable: true, details: { method: 'search' } })
    expect(workers).toHaveLength(1)
  })
  it('and one whose messages cannot be read, is replaced', async () => {
    const { search, workers } = start()
    await search.status()
    workers[0]!.dispatchEvent(new Event('messageerror'))
    expect(await search.search('lord')).toEqual(result)
    expect(workers).toHaveLength(2)
    expect(workers[0]!.alive).toBe(false)
  })
  it('is not replaced for an uncaught error inside', async () => {
    const { search, workers } = start()
    await search.status()
    workers[0]!.dispatchEvent(new Event('error'))
    expect(await search.search('lord')).toEqual(result)
    expect(workers).toHaveLength(1)
  })
})

describe('a worker that does not start', () => {
  const failed = { code: 'worker_failed', retryable: true }
  const make = (harm: (worker: SearchWorker) => void) => (worker: SearchWorker, n: number) => {
    if (n === 1) harm(worker)
  }

  it('because it cannot be made, or fails at once, rejects what waits; the next call tries again', async () => {
    const harms = [
      () => {
        throw new Error('refused by policy')
      },
      (worker: SearchWorker) => queueMicrotask(() => worker.dispatchEvent(new Event('error'))),
    ]
    for (const harm of harms) {
      const { search, workers } = start({ make: make(harm) })
      const reported: SearchStatus[] = []
      const call = failure(search.search('lord'))
      search.watch((status) => reported.push(status))
      expect(await call).toMatchObject(failed)
      expect(reported.at(-1)).toMatchObject({ state: 'failed', error: failed })
      expect(await search.search('lord')).toEqual(result)
      expect(workers).toHaveLength(2)
    }
  })
  it('and never says a word, rejects what waits at the deadline', async () => {
    const { search, workers, clock } = start({ make: make((worker) => worker.end()), handshakeMs: 2_000 })
    const call = failure(search.search('lord'))
    await clock.advance(2_000)
    expect(await call).toMatchObject(failed)
    expect(workers[0]!.terminations).toBe(1)
    expect(await search.search('lord')).toEqual(result)
  })
  it('is not waited for by a call that is cancelled', async () => {
    const { search } = start({ make: make((worker) => worker.end()) })
    const controller = new AbortController()
    const call = failure(search.search('lord', { signal: controller.signal }))
    controller.abort(new Error('typed on'))
    expect((await call).message).toBe('typed on')
  })
})

describe('closing', () => {
  const closed = { code: 'search_closed' }
  it('ends the worker and the calls in flight, and leaves neither lock nor timer', async () => {
    const { search, workers, lockNames, clock } = start()
    const reported: SearchStatus[] = []
    search.watch((status) => reported.push(status))
    await search.status()
    workers[0]!.search.isSilent = true
    const call = failure(search.search('lord'))
    await settle()
    const count = reported.length
    search.close()
    search.close()
    expect(await call).toMatchObject(closed)
    await settle()
    expect(workers[0]!).toMatchObject({ terminations: 1, closed: 1, search: { closed: 1 } })
    expect([lockNames.size, clock.pending, reported.length]).toEqual([0, 0, count])
    expect(await failure(search.search('lord'))).toMatchObject(closed)
    expect(await failure(search.choose('all'))).toMatchObject(closed)
    expect(search.watch(() => reported.push(someStatus))()).toBeUndefined()
    expect(workers).toHaveLength(1)
  })
  it('while the worker starts', async () => {
    const { search, workers } = start()
    const call = failure(search.search('lord'))
    search.close()
    expect(await call).toMatchObject(closed)
    await settle()
    expect(workers[0]!.terminations).toBe(1)
  })
  it('before a worker that failed is replaced', async () => {
    const { search, workers } = start()
    await search.status()
    workers[0]!.end()
    await settle()
    search.close()
    expect(await failure(search.status())).toMatchObject(closed)
    expect(workers).toHaveLength(1)
  })
})

describe('options', () => {
  it.each([{ callMs: 0 }, { handshakeMs: -1 }, { pingMs: NaN }])('%j are refused', (options) => {
    expect(() => start(options)).toThrow(expect.objectContaining({ code: 'invalid_argument' }))
  })
})
