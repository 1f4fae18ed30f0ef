import { fakeLocks } from '@waraq/test-support/locks'
import { WaraqError } from '@waraq/protocol'
import { releaseProxy, wrap, type Remote } from 'comlink'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Opened, SessionConnection } from './protocol.ts'
import { sampleProtocol, ScriptedCallee } from './scripted-callee.test-support.ts'
import { serveInWorker, workerConnection } from './worker-connection.ts'

/** The worker's side alone, on real ports. */

const { version } = sampleProtocol
const options = { name: 'of the page' }
const sessions = new Set<Remote<SessionConnection>>()
afterEach(() => {
  vi.unstubAllGlobals()
  for (const session of sessions) session[releaseProxy]()
  sessions.clear()
})

function start(locks = fakeLocks()) {
  const served: ScriptedCallee[] = []
  const given: unknown[] = []
  const connection = workerConnection({
    protocol: sampleProtocol,
    serve: (...each) => {
      const callee = new ScriptedCallee()
      callee.outcomes['close'] = () => undefined
      callee.outcomes['do'] = () => `callee ${served.length}`
      given.push(each[0])
      served.push(callee)
      return callee
    },
    locks,
  })
  const open = async () => {
    const { port1, port2 } = new MessageChannel()
    const reply = await connection.open(version, options, port2)
    if (!reply.ok) throw new Error(reply.error.message)
    const closed = new Promise<void>((resolve) => port2.addEventListener('close', () => resolve()))
    const session = wrap<SessionConnection>(port1)
    sessions.add(session)
    const leave = () => {
      sessions.delete(session)
      session[releaseProxy]()
      return closed
    }
    return { session, lifeLock: (reply.value as Opened).lifeLock, leave }
  }
  /** Whether the lock is free, now or as soon as it is. */
  const granted = (name: string) => locks.request(name, {}, () => true)
  return { connection, served, given, open, granted }
}

describe('opening', () => {
  it.each([1, version + 1])('refuses a page of version %i, and makes nothing', async (page) => {
    const { connection, served } = start()
    expect(await connection.open(page, options, new MessageChannel().port1)).toMatchObject({
      ok: false,
      error: { code: 'protocol_mismatch', retryable: false, details: { page, worker: version } },
    })
    expect(served).toHaveLength(0)
  })

  it('passes on what is wrong with the options, and can be tried again', async () => {
    let tries = 0
    const connection = workerConnection({
      protocol: sampleProtocol,
      serve: () => {
        tries += 1
        if (tries === 1) throw new WaraqError({ code: 'invalid_option', message: 'no' })
        return new ScriptedCallee()
      },
      locks: undefined,
    })
    const { port1 } = new MessageChannel()
    expect(await connection.open(version, options, port1)).toMatchObject({
      error: { code: 'invalid_option' },
    })
    expect(await connection.open(version, options, port1)).toEqual({ ok: true, value: { lifeLock: null } })
    port1.close()
  })

  it('holds a lock of a name of its own until the session is closed', async () => {
    const { open, granted, given } = start()
    const first = await open()
    expect(given).toEqual([options])
    expect(first.lifeLock).toMatch(/^sample:life:/)
    const free = granted(first.lifeLock!)
    expect(await first.session.close()).toEqual({ ok: true, value: undefined })
    expect(await free).toBe(true)
    await first.leave()
  })

  it('takes no lock where the browser refuses', async () => {
    const refused = { request: () => Promise.reject(new DOMException('no', 'SecurityError')) } as never
    expect((await start(refused).open()).lifeLock).toBeNull()
  })

  it('anew takes the worker over: the session before is closed, each has its own', async () => {
    const { served, open, granted } = start()
    const [first, second, third] = await Promise.all([open(), open(), open()])
    expect(served.map(({ calls }) => calls.flat())).toEqual([['close'], ['close'], []])
    expect(await granted(first!.lifeLock!)).toBe(true)
    expect(await granted(second!.lifeLock!)).toBe(true)
    expect(await third!.session.call(1, 'do', [], false)).toMatchObject({ value: 'callee 3' })
    await third!.session.close()
    for (const { leave } of [first!, second!, third!]) await leave()
  })
})

it('is exposed to the page that started the worker, and to none on a server', () => {
  const serve = () => new ScriptedCallee()
  serveInWorker(sampleProtocol, serve)
  const listening = vi.fn()
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('postMessage', () => undefined)
  vi.stubGlobal('addEventListener', listening)
  serveInWorker(sampleProtocol, serve)
  expect(listening).toHaveBeenCalledExactlyOnceWith('message', expect.any(Function))
})
