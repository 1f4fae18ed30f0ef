import { WaraqError } from '@waraq/contract'
import { releaseProxy, wrap } from 'comlink'
import { describe, expect, it } from 'vitest'
import { ScriptedEngine } from '../connection/scripted-engine.test-support.ts'
import { fakeLocks } from '@waraq/test-support/locks'
import { engineDoor } from './engine-door.ts'
import { protocolVersion, type RemoteEngineOptions, type RemoteMethod, type SessionDoor } from './protocol.ts'

/** The worker's side alone, on real ports. */

const options: RemoteEngineOptions = { contentRoot: 'http://127.0.0.1/content', relay: '/token' }

function start(locks = fakeLocks()) {
  const engines: ScriptedEngine[] = []
  const closedStores: number[] = []
  const door = engineDoor({
    createEngine: () => {
      const engine = new ScriptedEngine()
      engine.outcomes.close = () => undefined
      engine.outcomes.status = () => ({ name: `engine ${engines.length}` })
      engines.push(engine)
      return engine
    },
    openStore: () => {
      const number = engines.length
      return {
        resources: () => Promise.resolve([]),
        close: () => closedStores.push(number),
      } as never
    },
    locks,
  })
  const open = async () => {
    const { port1, port2 } = new MessageChannel()
    const reply = await door.open(protocolVersion, options, port2)
    if (!reply.ok) throw new Error(reply.error.message)
    const closed = new Promise<void>((resolve) => port2.addEventListener('close', () => resolve()))
    return { session: wrap<SessionDoor>(port1), lifeLock: reply.value.lifeLock, closed }
  }
  /** Whether the lock is free, now or as soon as it is. */
  const granted = (name: string) => locks.request(name, {}, () => true)
  return { door, engines, closedStores, open, granted }
}

describe('opening', () => {
  it.each([1, protocolVersion + 1])('refuses a page of version %i, and makes no engine', async (version) => {
    const { door, engines } = start()
    expect(await door.open(version, options, new MessageChannel().port1)).toMatchObject({
      ok: false,
      error: {
        code: 'protocol_mismatch',
        retryable: false,
        details: { page: version, worker: protocolVersion },
      },
    })
    expect(engines).toHaveLength(0)
  })

  it('passes on what the engine has against its options, and can be tried again', async () => {
    let tries = 0
    const door = engineDoor({
      createEngine: () => {
        tries += 1
        if (tries === 1) throw new WaraqError({ code: 'invalid_option', message: 'no' })
        return new ScriptedEngine()
      },
      openStore: () => ({}) as never,
      locks: undefined,
    })
    const { port1 } = new MessageChannel()
    expect(await door.open(protocolVersion, options, port1)).toMatchObject({
      error: { code: 'invalid_option' },
    })
    expect(await door.open(protocolVersion, options, port1)).toEqual({ ok: true, value: { lifeLock: null } })
    port1.close()
  })

  it('holds a lock of a name of its own until the session is closed', async () => {
    const { open, granted } = start()
    const first = await open()
    expect(first.lifeLock).toMatch(/^waraq:life:/)
    const free = granted(first.lifeLock!)
    expect(await first.session.call(1, 'close', {}, false)).toEqual({ ok: true, value: undefined })
    expect(await free).toBe(true)
    first.session[releaseProxy]()
    await first.closed
  })

  it('takes no lock where the browser refuses', async () => {
    const refused = { request: () => Promise.reject(new DOMException('no', 'SecurityError')) } as never
    const { lifeLock, session } = await start(refused).open()
    expect(lifeLock).toBeNull()
    session[releaseProxy]()
  })

  it('anew takes the worker over: the session before is closed, each has its own engine', async () => {
    const { engines, closedStores, open, granted } = start()
    const opening = [open(), open(), open()]
    const [first, second, third] = await Promise.all(opening)
    expect(engines.map(({ calls }) => calls.map(({ method }) => method))).toEqual([['close'], ['close'], []])
    expect(await granted(first!.lifeLock!)).toBe(true)
    expect(await granted(second!.lifeLock!)).toBe(true)
    expect(await third!.session.call(1, 'status', {}, false)).toMatchObject({ value: { name: 'engine 3' } })
    expect(await third!.session.read({ read: 'resources' })).toEqual({ ok: true, value: [] })
    expect(closedStores).toEqual([])
    await third!.session.call(2, 'close', {}, false)
    expect(closedStores).toEqual([3])
    for (const { session, closed } of [first!, second!, third!]) {
      session[releaseProxy]()
      await closed
    }
  })
})

describe('a session', () => {
  it('knows its calls, and answers whoever asks', async () => {
    const { session } = await start().open()
    expect(await session.ping()).toBeNull()
    expect(await session.call(1, 'unheard of' as RemoteMethod, {}, false)).toMatchObject({
      error: { code: 'protocol_mismatch' },
    })
    await session.abort(77)
    session[releaseProxy]()
  })

  it('ends a watch once, and all of them when it is closed', async () => {
    const { engines, open } = start()
    const { session } = await open()
    for (const watch of [1, 2, 3]) await session.call(watch, 'watch', { watch }, false)
    expect(engines[0]!.listeners.size).toBe(3)
    for (const watch of [2, 2, 9]) await session.call(watch, 'unwatch', { watch }, false)
    expect(engines[0]!.listeners.size).toBe(2)
    await session.call(4, 'close', {}, false)
    await session.call(5, 'close', {}, false)
    expect(engines[0]!.listeners.size).toBe(0)
    expect(engines[0]!.calls).toHaveLength(1)
    session[releaseProxy]()
  })
})
