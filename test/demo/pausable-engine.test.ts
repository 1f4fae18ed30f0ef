import { WaraqError } from '@waraq/contract'
import type { EngineStatus } from '@waraq/engine'
import type { ConnectedEngine } from '@waraq/engine/page'
import { describe, expect, it } from 'vitest'
import { PausableEngine } from '../../demo/src/sync/pausable-engine.ts'

/** Pausing closes one engine and talks to the next; whoever watches or asks need not know. */

type Listener = (status: EngineStatus) => void

/** An engine that answers with its number, and as long as it is open. */
function fakeEngine(number: number) {
  const listeners = new Set<Listener>()
  const asked: string[] = []
  let close = () => {}
  const closed = new Promise<never>((_, reject) => {
    close = () => reject(new WaraqError({ code: 'engine_closed', message: 'Closed.' }))
  })
  closed.catch(() => undefined)
  const answer = (what: string, isSlow = false) => {
    asked.push(what)
    return isSlow ? closed : Promise.race([closed, Promise.resolve(what)])
  }
  const follow = (listener: Listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const engine = {
    subscribe: (filter: string) => answer(`subscribe ${filter}`, filter === 'slow'),
    keepCurrent: () => answer('keepCurrent'),
    watch: follow,
    onProblem: follow,
    close: async () => {
      asked.push('close')
      close()
    },
  } as unknown as ConnectedEngine
  const tell = () => listeners.forEach((listener) => listener({ commits: number } as EngineStatus))
  return { engine, asked, tell, listeners }
}

function bench() {
  const made: ReturnType<typeof fakeEngine>[] = []
  const pausable = new PausableEngine('waraq', () => {
    made.push(fakeEngine(made.length))
    return made.at(-1)!.engine
  })
  return { pausable, made }
}

it('an engine is there with the first call, and tells its library before', () => {
  const { pausable, made } = bench()
  expect([pausable.library.name, made.length]).toEqual(['waraq', 0])
  pausable.watch(() => undefined)
  expect(made).toHaveLength(1)
})

describe('an engine that is paused', () => {
  it('is closed, and another one is there that nobody asked to keep anything current', async () => {
    const { pausable, made } = bench()
    await pausable.keepCurrent()
    pausable.pause()
    await pausable.subscribe('translations:20')
    expect(made.map(({ asked }) => asked)).toEqual([['keepCurrent', 'close'], ['subscribe translations:20']])
  })

  it.each(['watch', 'onProblem'] as const)('goes on telling those who %s, and nobody who has left', (how) => {
    const { pausable, made } = bench()
    const follow = (listener: Listener) => (pausable[how] as ConnectedEngine['watch'])(listener)
    const told: number[] = []
    const leave = follow(({ commits }) => told.push(commits))
    const stay: number[] = []
    follow(({ commits }) => stay.push(commits))
    made[0]!.tell()
    pausable.pause()
    expect(made[0]!.listeners.size).toBe(0)
    made[1]!.tell()
    leave()
    made[1]!.tell()
    expect([told, stay]).toEqual([
      [0, 1],
      [0, 1, 1],
    ])
  })

  it('answers what was asked just before', async () => {
    const { pausable, made } = bench()
    const asked = pausable.subscribe('slow')
    pausable.pause()
    // The first engine never answered; the next one is asked again, and stays silent in this test for good.
    await Promise.resolve()
    await expect(Promise.race([asked, Promise.resolve('waits')])).resolves.toBe('waits')
    await new Promise((resolve) => setImmediate(resolve))
    expect(made.at(-1)!.asked).toEqual(['subscribe slow'])
  })

  it('passes on what the engine refuses', async () => {
    const { pausable, made } = bench()
    pausable.watch(() => undefined)
    await made[0]!.engine.close()
    await expect(pausable.subscribe('translations:20')).rejects.toMatchObject({ code: 'engine_closed' })
  })
})
