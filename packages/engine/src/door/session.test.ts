import { WaraqError, type ResourceRef } from '@waraq/contract'
import { releaseProxy, wrap, type Remote } from 'comlink'
import { afterEach, describe, expect, it } from 'vitest'
import { ScriptedEngine } from '../connection/scripted-engine.test-support.ts'
import type { PageDoor, RemoteCalls, RemoteMethod, SessionDoor } from './protocol.ts'
import { beginSession, reply } from './session.ts'

/** One session alone, on a real port: what it makes of the calls of a page, and what is left of it when it is closed. */

interface Stage {
  readonly engine: ScriptedEngine
  readonly door: Remote<SessionDoor>
  /** What the page was told: the message and its number. */
  readonly told: unknown[][]
  readonly log: string[]
  readonly end: () => void
}
const stages: Stage[] = []
afterEach(() => {
  for (const { end } of stages.splice(0)) end()
})

function begin({ pageIsGone = false } = {}): Stage {
  const { port1, port2 } = new MessageChannel()
  const engine = new ScriptedEngine()
  const told: unknown[][] = []
  const log: string[] = []
  engine.outcomes.close = () => void log.push('engine closed')
  const tell = (...message: unknown[]) => {
    told.push(message)
    return pageIsGone ? Promise.reject(new Error('nobody there')) : Promise.resolve()
  }
  const page: PageDoor = {
    progress: (call, step) => tell('progress', call, step),
    status: (watch, status) => tell('status', watch, status),
    problem: (watch, problem) => tell('problem', watch, problem),
    storageFull: async () => [],
  }
  const openStore = () => {
    log.push('store opened')
    return { resources: async () => [], close: () => void log.push('store closed') } as never
  }
  const life = { name: null, release: () => void log.push('life released') }
  beginSession({ engine, openStore, page: page as unknown as Remote<PageDoor>, port: port2, life })
  const door = wrap<SessionDoor>(port1)
  const end = () => {
    door[releaseProxy]()
    port2.close()
  }
  const stage = { engine, door, told, log, end }
  stages.push(stage)
  return stage
}

const filter = 'translations:20'
const ref: ResourceRef = { group: 'translations', id: 20 }

describe('a call', () => {
  it.each<{ [Method in RemoteMethod]: [Method, RemoteCalls[Method], unknown] }[RemoteMethod]>([
    ['subscribe', { filter }, filter],
    ['unsubscribe', { filter }, filter],
    ['sync', { filters: [filter], joinRunning: true }, { filters: [filter], joinRunning: true }],
    ['keepCurrent', { everyMs: 5 }, { everyMs: 5 }],
    ['pause', {}, null],
    ['resume', {}, null],
    ['wake', { kind: 'visible' }, 'visible'],
    ['status', {}, null],
    ['droppable', {}, null],
    ['noteEviction', { evicted: true }, true],
    ['resync', { filter, joinRunning: true }, { filter, budget: undefined, joinRunning: true }],
    ['verify', { ref }, ref],
  ])(
    'of %s reaches the engine with what the page gave, and its answer the page',
    async (method, given, input) => {
      const { engine, door } = begin()
      engine.outcomes[method as 'status'] = () => ({ answer: method })
      expect(await door.call(1, method, given as never, false)).toEqual({
        ok: true,
        value: { answer: method },
      })
      expect(engine.calls).toEqual([{ method, input }])
    },
  )
  it('that fails answers with the error as a value', async () => {
    const { engine, door } = begin()
    engine.outcomes.status = () =>
      Promise.reject(new WaraqError({ code: 'x', message: 'y', retryable: true }))
    expect(await door.call(1, 'status', {}, false)).toMatchObject({
      ok: false,
      error: { code: 'x', message: 'y', retryable: true },
    })
  })
  it.each([true, false])(
    'tells its steps under its own number where the page wants to hear them: %s',
    async (wanted) => {
      const { engine, door, told } = begin()
      engine.outcomes.sync = () => engine.progress?.({ phase: 'paging' } as never)
      await door.call(5, 'sync', {}, wanted)
      expect(told).toEqual(wanted ? [['progress', 5, { phase: 'paging' }]] : [])
    },
  )
  it('is ended by its number, and no other one is', async () => {
    const { engine, door } = begin()
    engine.outcomes.sync = () =>
      new Promise((_, reject) => engine.signal!.addEventListener('abort', () => reject(new Error('ended'))))
    const call = door.call(5, 'sync', {}, false)
    await door.abort(6)
    expect(engine.signal?.aborted).toBe(false)
    await door.abort(5)
    expect(await call).toMatchObject({ ok: false, error: { message: 'ended' } })
  })
})

describe('a watch', () => {
  it('tells statuses and problems under its number until it is ended', async () => {
    const { engine, door, told } = begin()
    await door.call(1, 'watch', { watch: 7 }, false)
    engine.tell({ name: 'n' })
    engine.tellProblem(new WaraqError({ code: 'x', message: 'y' }))
    expect(told).toMatchObject([
      ['status', 7, { name: 'n' }],
      ['problem', 7, { code: 'x' }],
    ])
    await door.call(2, 'unwatch', { watch: 7 }, false)
    engine.tell({ name: 'later' })
    expect(told).toHaveLength(2)
  })
  it('of a page that is gone harms nobody', async () => {
    const { engine, door } = begin({ pageIsGone: true })
    await door.call(1, 'watch', { watch: 7 }, false)
    engine.tell({ name: 'n' })
    engine.tellProblem(new WaraqError({ code: 'x', message: 'y' }))
    engine.outcomes.status = () => 'still there'
    expect(await door.call(2, 'status', {}, false)).toEqual({ ok: true, value: 'still there' })
  })
})

describe('closing', () => {
  it('closes the engine first, then what hung on it, once', async () => {
    const { engine, door, log } = begin()
    await door.call(1, 'watch', { watch: 7 }, false)
    await door.read({ read: 'resources' })
    await door.read({ read: 'resources' })
    await Promise.all([door.call(2, 'close', {}, false), door.call(3, 'close', {}, false)])
    expect(log).toEqual(['store opened', 'engine closed', 'store closed', 'life released'])
    expect(engine.listeners.size).toBe(0)
  })
  it('opens no store for it', async () => {
    const { door, log } = begin()
    await door.call(1, 'close', {}, false)
    expect(log).toEqual(['engine closed', 'life released'])
  })
  it('lets go of everything although the engine could not be closed, and says so', async () => {
    const { engine, door, log } = begin()
    engine.outcomes.close = () => Promise.reject(new Error('stuck'))
    await door.call(1, 'watch', { watch: 7 }, false)
    expect(await door.call(2, 'close', {}, false)).toMatchObject({ ok: false, error: { message: 'stuck' } })
    expect([log, engine.listeners.size]).toEqual([['life released'], 0])
  })
})

it('work becomes a value, whatever comes of it', async () => {
  expect(await reply(async () => 7)).toEqual({ ok: true, value: 7 })
  expect(await reply(() => Promise.reject(new TypeError('no')))).toMatchObject({
    ok: false,
    error: { name: 'TypeError', message: 'no' },
  })
})
