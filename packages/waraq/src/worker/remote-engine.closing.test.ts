import { describe, expect, it } from 'vitest'
import { failure, settle, start, type Stage, type StageOptions } from './stage.test-support.ts'
import { ScriptedEngine } from './scripted-engine.test-support.ts'

function later(comes: boolean, engine: ScriptedEngine) {
  let settleIt = (): void => undefined
  const promise = new Promise<ScriptedEngine>((resolve, reject) => {
    settleIt = () => (comes ? resolve(engine) : reject(new Error('not here either')))
  })
  return { promise, settleIt: () => settleIt() }
}

describe('closing', () => {
  it('closes the engine, ends the worker, and leaves neither lock nor timer nor listener', async () => {
    const { connection, latest, lockNames, returnFromCache, returns } = start()
    connection.watch(() => undefined)
    await connection.status()
    const call = failure(connection.sync())
    await settle()
    expect(lockNames.size).toBe(1)
    await Promise.all([connection.close(), connection.close()])
    expect(await call).toMatchObject({ code: 'engine_closed' })
    expect(latest.engine.calls.map(({ method }) => method)).toEqual(['status', 'sync', 'close'])
    expect(latest).toMatchObject({ terminations: 1 })
    await latest.portClosed
    await settle()
    expect(lockNames.size).toBe(0)
    expect(returns.size).toBe(0)
    returnFromCache()
    expect(await failure(connection.status())).toMatchObject({ code: 'engine_closed' })
  })

  it('leaves a worker alive that the page gave, to be connected to again', async () => {
    const { connection, latest, lockNames } = start({ single: true })
    await connection.status()
    await connection.close()
    await settle()
    expect(latest.terminations).toBe(0)
    expect(lockNames.size).toBe(0)
  })

  it.each([true, false])('while the worker starts (single: %s)', async (single) => {
    const { connection, latest, workers } = start({ single })
    const call = failure(connection.status())
    await connection.close()
    expect(await call).toMatchObject({ code: 'engine_closed' })
    expect(workers).toHaveLength(1)
    expect(latest.engine.calls.map(({ method }) => method)).toEqual(single ? ['close'] : [])
    expect(latest.terminations).toBe(single ? 0 : 1)
  })

  it('while the next worker is waited for', async () => {
    const { connection, clock, workers } = start()
    for (const index of [0, 1]) {
      await connection.status()
      workers[index]!.end()
      await settle()
    }
    const call = failure(connection.status())
    await connection.close()
    expect(await call).toMatchObject({ code: 'engine_closed' })
    await clock.advance(60_000)
    expect(workers).toHaveLength(2)
  })

  it.each([
    ['dies meanwhile', (worker: Stage['latest']) => worker.end(), 0, false],
    ['hangs', (worker: Stage['latest']) => void (worker.hung = true), 22_500, false],
    ['never replies', (worker: Stage['latest']) => void delete worker.engine.outcomes.close, 30_000, false],
    ['dies meanwhile', (worker: Stage['latest']) => worker.end(), 0, true],
    ['hangs', (worker: Stage['latest']) => void (worker.hung = true), 22_500, true],
    ['never replies', (worker: Stage['latest']) => void delete worker.engine.outcomes.close, 30_000, true],
  ])('does not fail with a worker that %s (ms: %i, single: %s)', async (what, harm, ms, single) => {
    const { connection, clock, latest, workers } = start({ single })
    await connection.status()
    const call = failure(connection.sync())
    await settle()
    harm(latest)
    const closed = connection.close()
    await clock.advance(ms)
    await closed
    // A worker that the page gave may stay, but not in an unknown state.
    expect(latest.terminations).toBe(single && what === 'dies meanwhile' ? 0 : 1)
    expect((await call).code).toMatch(/engine_closed|worker_lost/)
    await clock.advance(60_000)
    expect(workers).toHaveLength(1)
  })

  it('while the fallback is made: it is closed when it comes, and nothing follows when it does not', async () => {
    for (const comes of [true, false]) {
      const engine = new ScriptedEngine()
      engine.outcomes.close = () => undefined
      const { promise, settleIt } = later(comes, engine)
      const make: StageOptions['make'] = (worker) =>
        queueMicrotask(() => worker.dispatchEvent(new Event('error')))
      const { connection, clock, workers } = start({ make, fallback: () => promise })
      await settle()
      const closed = connection.close()
      settleIt()
      await closed
      await clock.advance(60_000)
      expect(workers).toHaveLength(1)
      expect(engine.calls).toHaveLength(comes ? 1 : 0)
    }
  })
})
