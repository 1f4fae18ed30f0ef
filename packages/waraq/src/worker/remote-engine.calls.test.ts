import { WaraqError, restoredError } from '@waraq/protocol'
import { getEventListeners } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { failure, settle, start } from './stage.test-support.ts'

const filter = 'translations:20'
const lost = { code: 'worker_lost', retryable: true }

describe('calls', () => {
  it('reach the engine with all plain options, and nothing else', async () => {
    const options = {
      name: 'n',
      perPage: 50,
      snapshotConcurrency: 3,
      maxPages: 9,
      retry: { attempts: 2 },
      timeouts: { idleMs: 5 },
      maxSnapshotBytes: 1_000,
      freshness: { policy: 'hide' as const },
      recovery: { memory: false },
    }
    const extra = { handshakeMs: 5_000, callMs: 1, tokens: { get: () => 'not plain' } }
    const { connection, latest } = start({
      ...extra,
      ...options,
      contentRoot: new URL('http://127.0.0.1/content'),
    })
    latest.engine.outcomes.resync = latest.engine.outcomes.sync = () => ({ outcome: 'current', runs: [] })
    latest.engine.outcomes.verify = latest.engine.outcomes.unsubscribe = () => null
    await connection.sync({ filters: [filter], budget: { pages: 1 }, joinRunning: true })
    await connection.resync(filter, { joinRunning: true })
    await connection.verify({ group: 'translations', id: 20 })
    await connection.unsubscribe(filter)
    expect(latest.options).toEqual({ contentRoot: 'http://127.0.0.1/content', relay: '/token', ...options })
    expect(latest.engine.calls).toEqual([
      { method: 'sync', args: [{ filters: [filter], budget: { pages: 1 }, joinRunning: true }] },
      { method: 'resync', args: [filter, { joinRunning: true }] },
      { method: 'verify', args: [{ group: 'translations', id: 20 }, {}] },
      { method: 'unsubscribe', args: [filter] },
    ])
  })

  it('let the engine ask the page what to drop, where the page wants to be asked', async () => {
    const full = { needed: 10, available: 1, candidates: [] }
    const asked: unknown[] = []
    const { connection, latest } = start({
      onStorageFull: async (given) => {
        asked.push(given)
        return [filter]
      },
    })
    await connection.status()
    expect(latest.options).toMatchObject({ asksWhatToDrop: true })
    expect(await latest.onStorageFull!(full)).toEqual([filter])
    expect(asked).toEqual([full])

    const silent = start()
    await silent.connection.status()
    expect(silent.latest.onStorageFull).toBeUndefined()

    const broken = start({ onStorageFull: () => Promise.reject(new Error("the application's own")) })
    await broken.connection.status()
    await expect(broken.latest.onStorageFull!(full)).rejects.toThrow("the application's own")
  })

  it('reject with what the engine rejects with; errors inside of reports stay whole, too', async () => {
    const { connection, latest } = start()
    latest.engine.outcomes.subscribe = () => Promise.reject(restoredError({ code: 'x', message: 'y' }))
    expect(await failure(connection.subscribe(filter))).toMatchObject({ code: 'x', message: 'y' })
    const error = new WaraqError({ code: 'network', message: 'z', retryable: true })
    latest.engine.outcomes.sync = () => ({ outcome: 'interrupted', runs: [{ error }] })
    const { runs } = await connection.sync()
    expect(runs[0]!.error).toBeInstanceOf(WaraqError)
    expect(runs[0]!.error).toMatchObject({ code: 'network', retryable: true })
  })

  it('reject with the signal, before and after the worker has them, and forget it', async () => {
    const { connection, latest } = start()
    const controller = new AbortController()
    latest.engine.outcomes.sync = () =>
      new Promise((_, reject) =>
        latest.engine.signal!.addEventListener('abort', () => reject(new Error('stopped'))),
      )
    const early = failure(connection.sync({ signal: controller.signal }))
    controller.abort(new Error('enough'))
    expect((await early).message).toBe('enough')
    expect(latest.engine.calls).toEqual([])
    const later = new AbortController()
    const call = failure(connection.sync({ signal: later.signal }))
    await settle()
    later.abort(new Error('enough now'))
    expect((await call).message).toBe('enough now')
    const unused = new AbortController()
    await connection.status()
    latest.engine.outcomes.sync = () => ({ runs: [] })
    await connection.sync({ signal: unused.signal })
    for (const { signal } of [controller, later, unused])
      expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it.each(['handshakeMs', 'callMs', 'pingMs'])('are not made with a nonsensical %s', (option) => {
    for (const value of [0, -1, Number.NaN]) {
      expect(() => start({ [option]: value })).toThrow(expect.objectContaining({ code: 'invalid_option' }))
    }
  })

  it('say so when something cannot be sent', async () => {
    const { connection } = start()
    const filters = [(() => 0) as unknown as string]
    expect(await failure(connection.sync({ filters }))).toMatchObject({ code: 'invalid_option' })
    const second = start({ retry: { attempts: (() => 0) as unknown as number } })
    expect(await failure(second.connection.status())).toMatchObject({ code: 'invalid_option' })
    expect(second.workers).toHaveLength(1)
  })

  it('read from the store of the worker, rows as they are', async () => {
    const { connection, latest } = start()
    const rows = [{ key: '1', data: { '@waraq/error': { name: 'data' } } }]
    latest.store.rows = () => Promise.resolve(rows as never)
    latest.store.resources = () => Promise.reject(restoredError({ code: 'storage_lost', message: 'y' }))
    const ref = { group: 'translations', id: 20 }
    expect(await connection.read({ read: 'rows', recordType: 'translation', ref, range: {} })).toEqual(rows)
    expect(await failure(connection.read({ read: 'resources' }))).toMatchObject({ code: 'storage_lost' })
  })

  it('report progress, through one port for all of them', async () => {
    const channels = vi.spyOn(globalThis, 'MessageChannel')
    const { connection, latest } = start()
    latest.engine.outcomes.sync = () => {
      latest.engine.progress?.({ phase: 'paging' } as never)
      return { runs: [] }
    }
    const heard: unknown[] = []
    for (let n = 0; n < 5; n += 1) await connection.sync({ onProgress: (step) => heard.push(step) })
    await connection.sync({
      onProgress: () => {
        throw new Error("the application's own")
      },
    })
    expect(heard).toEqual(Array.from({ length: 5 }, () => ({ phase: 'paging' })))
    expect(channels).toHaveBeenCalledTimes(1)
    channels.mockRestore()
  })
})

describe('deadlines', () => {
  it.each(['subscribe', 'status'] as const)('%s has one', async (method) => {
    const { connection, clock, latest, workers } = start()
    delete latest.engine.outcomes[method]
    const call = failure(connection[method](filter))
    await clock.advance(29_999)
    expect(latest.engine.calls).toHaveLength(1)
    await clock.advance(1)
    expect(await call).toMatchObject({ code: 'timeout', retryable: true, details: { method, ms: 30_000 } })
    // The worker answers pings: it is slow, not lost.
    expect(workers).toHaveLength(1)
  })

  it.each(['sync', 'resync', 'verify', 'unsubscribe'] as const)(
    '%s may take as long as the worker lives',
    async (method) => {
      const { connection, clock, latest, workers } = start()
      const calls: Record<typeof method, () => Promise<unknown>> = {
        sync: () => connection.sync(),
        resync: () => connection.resync(filter),
        verify: () => connection.verify({ group: 'translations', id: 20 }),
        unsubscribe: () => connection.unsubscribe(filter),
      }
      const call = failure(calls[method]())
      await clock.advance(10 * 60_000)
      expect(workers).toHaveLength(1)
      latest.end()
      expect(await call).toMatchObject(lost)
    },
  )
})
