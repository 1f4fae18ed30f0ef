import { WaraqError } from '@waraq/protocol'
import { describe, expect, it, vi } from 'vitest'
import type { Problem } from '../sync/status/problem.ts'
import type { EngineStatus } from '../sync/status/status.ts'
import { settle, start } from './stage.test-support.ts'

describe('watchers', () => {
  const names = (heard: EngineStatus[]) => heard.map(({ name }) => name)

  it('are told by the worker, and by the next one; a listener that throws harms no other', async () => {
    const { connection, workers } = start()
    const heard: EngineStatus[] = []
    connection.watch(() => {
      throw new Error("the application's own")
    })
    connection.watch((status) => heard.push(status))
    await connection.status()
    await vi.waitFor(() => expect(workers[0]!.engine.listeners.size).toBe(1))
    const inner = new WaraqError({ code: 'network', message: 'z', retryable: true })
    workers[0]!.engine.tell({ name: 'first', subscriptions: [{ lastRun: inner }] as never })
    await vi.waitFor(() => expect(names(heard)).toEqual(['first']))
    expect(heard[0]!.subscriptions[0]!.lastRun).toBeInstanceOf(WaraqError)
    workers[0]!.end()
    await vi.waitFor(() => expect(workers[1]?.engine.listeners.size).toBe(1))
    workers[1]!.engine.tell({ name: 'second' })
    await vi.waitFor(() => expect(names(heard)).toEqual(['first', 'second']))
  })

  it('are told why there is no status: the worker was lost, or its database cannot be read', async () => {
    const { connection, workers } = start()
    const [reported, problems, late]: [string[], string[], string[]] = [[], [], []]
    connection.watch(
      ({ name }) => reported.push(name),
      (problem) => {
        expect(problem).toBeInstanceOf(WaraqError)
        problems.push(problem.code)
      },
    )
    await connection.status()
    await vi.waitFor(() => expect(workers[0]!.engine.listeners.size).toBe(1))
    const blocked = new WaraqError({ code: 'storage_blocked', message: 'x', retryable: true })
    workers[0]!.engine.tellProblem(blocked)
    await vi.waitFor(() => expect(problems).toEqual(['storage_blocked']))
    connection.watch(
      () => undefined,
      ({ code }) => late.push(code),
    )
    expect(late).toEqual(['storage_blocked'])
    workers[0]!.engine.tell({ name: 'first' })
    await vi.waitFor(() => expect(reported).toEqual(['first']))
    workers[0]!.end()
    await vi.waitFor(() => expect(problems).toEqual(['storage_blocked', 'worker_lost']))
    await vi.waitFor(() => expect(workers[1]?.engine.listeners.size).toBe(1))
    workers[1]!.engine.tell({ name: 'second' })
    await vi.waitFor(() => expect(reported).toEqual(['first', 'second']))
    connection.watch(
      () => undefined,
      ({ code }) => late.push(code),
    )
    expect(late).toEqual(['storage_blocked', 'worker_lost'])
    await connection.close()
    connection.watch(
      () => undefined,
      ({ code }) => late.push(code),
    )
    expect(late.at(-1)).toBe('engine_closed')
  })

  it('of problems hear of the worker too, and when another is started', async () => {
    const { connection, workers, clock } = start({
      make: (_, n) => {
        if (n === 2) throw new Error('refused')
      },
    })
    const reported: (Problem | null)[] = []
    connection.onProblem((problem) => reported.push(problem))
    await connection.status()
    await vi.waitFor(() => expect(workers[0]!.engine.listeners.size).toBe(1))
    workers[0]!.engine.tell({ problem: null })
    await vi.waitFor(() => expect(reported).toEqual([null]))
    workers[0]!.end()
    const now = clock.now()
    await vi.waitFor(() => expect(reported).toHaveLength(3))
    expect(reported.slice(1)).toMatchObject([
      { code: 'worker_lost', part: 'worker', remedy: expect.stringMatching(/call again/), nextTryAt: now },
      { code: 'worker_failed', part: 'worker', since: now, nextTryAt: now + 1_000 },
    ])
    await clock.advance(1_000)
    await vi.waitFor(() => expect(workers[2]?.engine.listeners.size).toBe(1))
    workers[2]!.engine.tell({ problem: null })
    await vi.waitFor(() => expect(reported.at(-1)).toBeNull())
  })

  it('that come later are told what is known; the end of the last one reaches the engine', async () => {
    const { connection, latest } = start()
    const [first, second]: [EngineStatus[], EngineStatus[]] = [[], []]
    const ends = [connection.watch((status) => first.push(status))]
    await vi.waitFor(() => expect(latest.engine.listeners.size).toBe(1))
    latest.engine.tell({ name: 'a' })
    await vi.waitFor(() => expect(names(first)).toEqual(['a']))
    ends.push(connection.watch((status) => second.push(status)))
    expect(names(second)).toEqual(['a'])
    ends[0]!()
    latest.engine.tell({ name: 'b' })
    await vi.waitFor(() => expect(names(second)).toEqual(['a', 'b']))
    expect(names(first)).toEqual(['a'])
    ends[1]!()
    await vi.waitFor(() => expect(latest.engine.listeners.size).toBe(0))
  })

  it('that come while there is no worker are not told what the lost one said', async () => {
    const { connection, clock, workers } = start()
    const heard: EngineStatus[] = []
    const newcomer: EngineStatus[] = []
    connection.watch((status) => heard.push(status))
    await connection.status()
    workers[0]!.end()
    await vi.waitFor(() => expect(workers[1]?.engine.listeners.size).toBe(1))
    workers[1]!.engine.tell({ name: 'second' })
    await vi.waitFor(() => expect(names(heard)).toEqual(['second']))
    workers[1]!.end()
    await settle()
    connection.watch((status) => newcomer.push(status))
    expect(newcomer).toEqual([])
    await clock.advance(1_000)
    await vi.waitFor(() => expect(workers[2]?.engine.listeners.size).toBe(1))
    workers[2]!.engine.tell({ name: 'third' })
    await vi.waitFor(() => expect(names(newcomer)).toEqual(['third']))
    expect(names(heard)).toEqual(['second', 'third'])
  })

  it('make one more try where nothing is started any more', async () => {
    const { connection, clock, workers } = start()
    for (let n = 0; n < 5; n += 1) {
      await connection.status()
      workers[n]!.end()
      await clock.advance(15_000)
    }
    expect(workers).toHaveLength(5)
    connection.watch(() => undefined)
    await vi.waitFor(() => expect(workers[5]?.engine.listeners.size).toBe(1))
  })

  it('ask again when the page comes back from the cache', async () => {
    const { connection, latest, returnFromCache } = start()
    connection.watch(() => undefined)
    await vi.waitFor(() => expect(latest.engine.listeners.size).toBe(1))
    const [before] = latest.engine.listeners
    returnFromCache()
    await connection.status()
    expect(latest.engine.listeners.size).toBe(1)
    expect(latest.engine.listeners.has(before!)).toBe(false)
  })

  it('coming back from the cache does nothing without a watcher, or without a worker to come', async () => {
    const { connection, latest, returnFromCache } = start({ single: true })
    returnFromCache()
    await connection.status()
    connection.watch(() => undefined)
    latest.end()
    await settle()
    returnFromCache()
    expect(connection.watch(() => undefined)).toBeInstanceOf(Function)
    await expect(connection.sync({ signal: AbortSignal.abort(new Error('no more')) })).rejects.toThrow(
      'no more',
    )
  })
})

describe('a page whose engine keeps itself current', () => {
  it('passes on that the page is shown again, once however often it is asked for, until it is closed', async () => {
    const { connection, latest, wakes } = start()
    const { outcomes, calls } = latest.engine
    outcomes.startAutoSync = () => undefined
    outcomes.close = () => undefined
    await connection.startAutoSync()
    await connection.startAutoSync()
    expect(wakes.size).toBe(1)
    for (const wake of wakes) wake('visible')
    await vi.waitFor(() => expect(calls.at(-1)).toEqual({ method: 'wake', args: ['visible', {}] }))
    await connection.close()
    expect(wakes.size).toBe(0)
  })
})
