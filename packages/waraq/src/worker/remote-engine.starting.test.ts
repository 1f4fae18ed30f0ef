import { restoredError } from '@waraq/protocol'
import { describe, expect, it, vi } from 'vitest'
import { failure, settle, start, type StageOptions } from './stage.test-support.ts'
import { ScriptedEngine } from './scripted-engine.test-support.ts'

const failed = { code: 'worker_failed', retryable: true }

describe('a worker that cannot be started', () => {
  const refuse: StageOptions['make'] = (worker) =>
    queueMicrotask(() => worker.dispatchEvent(new Event('error')))
  const complain: StageOptions['make'] = (worker) =>
    queueMicrotask(() =>
      worker.dispatchEvent(Object.assign(new Event('error'), { message: 'Uncaught SyntaxError' })),
    )
  const explode: StageOptions['make'] = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  const silent: StageOptions['make'] = (worker) => {
    worker.hung = true
  }

  it.each([
    ['reports an error', refuse, 0, 1, /could not be loaded.*worker-src/],
    ['fails while it starts', complain, 0, 1, /failed: Uncaught SyntaxError.*worker-src/],
    ['cannot be made', explode, 0, 1, /could not be made.*worker-src/],
    ['says nothing', silent, 10_000, 2, /without an error.*imports waraq\/worker/],
  ])('%s: calls are told at once, then it is tried again', async (_, make, ms, each, says) => {
    const { connection, clock, workers } = start({ make })
    const call = failure(connection.status())
    await clock.advance(ms)
    const error = await call
    expect(error).toMatchObject(failed)
    expect(error.message).toMatch(says)
    await clock.advance(10 * 60_000)
    expect(workers).toHaveLength(5 * each)
    const again = failure(connection.status())
    // More time than at first: its script may come slowly.
    await clock.advance(ms && 60_000)
    expect(await again).toMatchObject(failed)
    expect(workers).toHaveLength(6 * each)
    // A worker that was made is terminated.
    if (make !== explode)
      expect(workers.map(({ terminations }) => terminations)).toEqual(workers.map(() => 1))
  })

  it('for want of a network is started as soon as that is back', async () => {
    let isAway = true
    const { connection, clock, workers, returnFromCache } = start({
      make: (worker) => {
        if (isAway) refuse(worker, 0)
      },
    })
    await failure(connection.status())
    await clock.advance(10_000)
    // At the start, at once, after one second, and after four more; the next comes fifteen seconds later.
    expect(workers).toHaveLength(4)
    isAway = false
    returnFromCache()
    await settle()
    expect(workers).toHaveLength(5)
    expect(await connection.status()).toEqual({ name: 'scripted' })
    await clock.advance(10 * 60_000)
    expect(workers).toHaveLength(5)
  })

  it('because it ended before it answered, has a second beside it after two seconds, which is the one', async () => {
    const { connection, clock, workers } = start({
      make: (worker, n) => (n === 1 ? worker.end() : undefined),
    })
    const call = connection.status()
    await clock.advance(1_999)
    expect(workers).toHaveLength(1)
    await clock.advance(1)
    expect(await call).toEqual({ name: 'scripted' })
    await clock.advance(10 * 60_000)
    expect(workers.map(({ terminations }) => terminations)).toEqual([1, 0])
  })

  it('as fast as the second beside it, is the one where it answers first', async () => {
    const { connection, clock, workers } = start({ make: silent })
    const call = connection.status()
    await clock.advance(3_000)
    workers[0]!.goOn()
    expect(await call).toEqual({ name: 'scripted' })
    await clock.advance(10 * 60_000)
    expect(workers.map(({ terminations }) => terminations)).toEqual([0, 1])
  })

  it('is there when the next one can', async () => {
    const { connection } = start({ make: (worker, n) => (n === 1 ? refuse(worker, n) : undefined) })
    expect(await failure(connection.status())).toMatchObject(failed)
    expect(await connection.status()).toEqual({ name: 'scripted' })
  })

  it.each([
    ['a worker that could not be loaded', refuse, 0, 1],
    ['a worker whose script came late, and another that did', silent, 10_000, 2],
  ])('is told what the page wanted before, after %s', async (_, make, ms, harmed) => {
    const { connection, clock, workers } = start({
      make: (worker, n) => {
        if (n <= harmed) make(worker, n)
        worker.engine.outcomes.setSubscriptions = () => ['translations:20']
        worker.engine.outcomes.startAutoSync = () => undefined
      },
    })
    const wanted = [
      connection.setSubscriptions(['translations:20']),
      connection.startAutoSync({ everyMs: 120_000 }),
    ].map(failure)
    await clock.advance(ms)
    for (const error of wanted) expect(await error).toMatchObject(failed)
    await clock.advance(1_000)
    const asked = workers.at(-1)!.engine.calls.filter(({ method }) => /^(set|start)/.test(method))
    expect(asked.map(({ method, args }) => [method, ...args])).toEqual([
      ['setSubscriptions', ['translations:20']],
      ['startAutoSync', { everyMs: 120_000 }],
    ])
  })

  it('is told what a person chose, too, where the application has said since what it keeps', async () => {
    const { connection, clock, workers } = start({
      make: (worker, n) => {
        if (n === 1) refuse(worker, n)
        worker.engine.outcomes.setSubscriptions = () => ['translations:20']
      },
    })
    const asked = [
      connection.subscribe('translations:131', { owner: 'person' }),
      connection.subscribe('translations:17'),
      connection.setSubscriptions(['translations:20']),
    ].map(failure)
    for (const error of asked) expect(await error).toMatchObject(failed)
    await clock.advance(1_000)
    const reported = workers.at(-1)!.engine.calls.filter(({ method }) => /ubscri/.test(method))
    expect(reported.map(({ method, args }) => [method, ...args])).toEqual([
      ['subscribe', 'translations:131', { owner: 'person' }],
      ['setSubscriptions', ['translations:20']],
    ])
  })

  it('is asked each second for what its database could not note, for as long as another tab holds that', async () => {
    const blocked = restoredError({ code: 'storage_blocked', message: 'Held.', retryable: true })
    const { connection, latest, clock } = start()
    let held = true
    latest.engine.outcomes.subscribe = () => (held ? Promise.reject(blocked) : 'translations:20')
    const asked = () => latest.engine.calls.filter(({ method }) => method === 'subscribe').length
    expect(await failure(connection.subscribe('translations:20'))).toMatchObject({ code: 'storage_blocked' })
    await clock.advance(60_000)
    expect(asked()).toBeGreaterThan(50)
    held = false
    await clock.advance(1_000)
    const noted = asked()
    await clock.advance(60_000)
    expect(asked()).toBe(noted)
  })

  it('is asked again for what its database could not note, and not for what it refuses', async () => {
    let isHeld = true
    const { connection, clock, workers } = start({
      make: ({ engine }) => {
        engine.outcomes.setSubscriptions = () => {
          if (isHeld) throw restoredError({ code: 'storage_blocked', message: 'Held.', retryable: true })
          return ['translations:20']
        }
        engine.outcomes.subscribe = () => {
          throw restoredError({ code: 'invalid_filter', message: 'No.', retryable: false })
        }
      },
    })
    expect(await failure(connection.setSubscriptions(['translations:20']))).toMatchObject({
      code: 'storage_blocked',
    })
    expect(await failure(connection.subscribe('translation:20'))).toMatchObject({ code: 'invalid_filter' })
    isHeld = false
    await clock.advance(1_000)
    const asked = () => workers[0]!.engine.calls.map(({ method }) => method)
    expect(asked().at(-1)).toBe('setSubscriptions')
    expect(asked().filter((method) => method === 'subscribe')).toHaveLength(1)
    const { length } = asked()
    await clock.advance(10 * 60_000)
    expect(asked()).toHaveLength(length)
  })

  it('leaves it at that where only a worker was given', async () => {
    const { connection, clock, workers } = start({ make: silent, single: true })
    const call = failure(connection.status())
    await clock.advance(10_000)
    expect(await call).toMatchObject(failed)
    expect(await failure(connection.status())).toMatchObject(failed)
    expect(workers).toMatchObject({ length: 1, 0: { terminations: 0 } })
  })

  it('waits for the first call or watch where the page wants to read before', async () => {
    const called = start({ lazy: true })
    await called.clock.advance(60_000)
    expect(called.workers).toHaveLength(0)
    expect(await called.connection.status()).toEqual({ name: 'scripted' })
    const watched = start({ lazy: true })
    watched.connection.watch(() => undefined)
    expect([called.workers.length, watched.workers.length]).toEqual([1, 1])
    const closed = start({ lazy: true })
    await closed.connection.close()
    expect(closed.workers).toHaveLength(0)
  })

  it('gives way to the fallback, for calls that waited and those that come', async () => {
    const engine = new ScriptedEngine()
    engine.outcomes.status = () => ({ name: 'of the page' })
    engine.outcomes.close = () => undefined
    const { connection, clock, workers } = start({ make: refuse, fallback: () => Promise.resolve(engine) })
    connection.watch(() => undefined)
    expect(await connection.status()).toEqual({ name: 'of the page' })
    expect(engine.listeners.size).toBe(1)
    await clock.advance(10 * 60_000)
    expect(workers).toHaveLength(1)
    await connection.close()
    expect(engine.listeners.size).toBe(0)
    expect(engine.calls.map(({ method }) => method)).toEqual(['status', 'close'])
  })

  it('a fallback that fails too is a cause, and is asked again', async () => {
    const engine = new ScriptedEngine()
    engine.outcomes.status = () => ({ name: 'of the page' })
    engine.outcomes.close = () => undefined
    const fallback = vi.fn<() => Promise<ScriptedEngine>>(() => Promise.resolve(engine))
    fallback.mockRejectedValueOnce(new Error('not here either'))
    const { connection } = start({ make: refuse, fallback })
    expect(await failure(connection.status())).toMatchObject({
      ...failed,
      cause: { message: 'not here either' },
    })
    expect(await connection.status()).toEqual({ name: 'of the page' })
  })

  it('the fallback is not for a worker that was lost later', async () => {
    const fallback = vi.fn<() => Promise<ScriptedEngine>>()
    const { connection, workers } = start({
      fallback,
      make: (worker, n) => (n > 1 ? refuse(worker, n) : undefined),
    })
    await connection.status()
    workers[0]!.end()
    await settle()
    expect(fallback).not.toHaveBeenCalled()
  })
})

describe('a worker of another version', () => {
  const otherVersion = {
    open: () => ({
      ok: false,
      error: { name: 'WaraqError', code: 'protocol_mismatch', message: 'Reload the page.' },
    }),
  }
  it.each([
    ['says so', otherVersion],
    ['has no such connection', { somethingElse: () => 1 }],
    ['answers something else', { open: () => 'hello' }],
  ])('%s: no call succeeds, no other is started', async (_, offered) => {
    const fallback = vi.fn<() => Promise<ScriptedEngine>>()
    const { connection, clock, workers } = start({ connection: offered, fallback })
    for (let n = 0; n < 3; n += 1) {
      const error = await failure(connection.sync())
      expect(error).toMatchObject({ code: 'protocol_mismatch', retryable: false })
      expect(error.message).toMatch(/reload the page/i)
    }
    await clock.advance(10 * 60_000)
    expect(workers).toMatchObject({ length: 1, 0: { terminations: 1 } })
    expect(fallback).not.toHaveBeenCalled()
  })
})
