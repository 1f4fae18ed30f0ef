import { WaraqError } from '@waraq/protocol'
import { releaseProxy, wrap, type Remote } from 'comlink'
import { afterEach, describe, expect, it } from 'vitest'
import type { PageConnection, SessionConnection } from './protocol.ts'
import { sampleProtocol, ScriptedCallee } from './scripted-callee.test-support.ts'
import { beginSession, reply } from './session.ts'

/** One session alone, on a real port: how it answers a page's calls, and what remains when it is closed. */

interface Stage {
  readonly served: ScriptedCallee
  readonly connection: Remote<SessionConnection>
  /** Messages to the page, each with its number. */
  readonly reported: unknown[][]
  readonly log: string[]
  readonly end: () => void
}
const stages: Stage[] = []
afterEach(() => {
  for (const { end } of stages.splice(0)) end()
})

function begin({ pageIsGone = false } = {}): Stage {
  const { port1, port2 } = new MessageChannel()
  const served = new ScriptedCallee()
  const reported: unknown[][] = []
  const log: string[] = []
  served.outcomes['close'] = () => void log.push('closed')
  const tell = (...message: unknown[]) => {
    reported.push(message)
    return pageIsGone ? Promise.reject(new Error('gone')) : Promise.resolve()
  }
  const page: PageConnection = {
    progress: (call, step) => tell('progress', call, step),
    status: (watch, status) => tell('status', watch, status),
    problem: (watch, problem) => tell('problem', watch, problem),
    ask: async () => [],
  }
  const life = { name: null, release: () => void log.push('life released') }
  beginSession({
    protocol: sampleProtocol,
    served,
    page: page as unknown as Remote<PageConnection>,
    port: port2,
    life,
  })
  const connection = wrap<SessionConnection>(port1)
  const end = () => {
    connection[releaseProxy]()
    port2.close()
  }
  const stage = { served, connection, reported, log, end }
  stages.push(stage)
  return stage
}

describe('a call', () => {
  it('reaches what is served with what the page gave, and its answer the page', async () => {
    const { served, connection } = begin()
    served.outcomes['do'] = () => ({ answer: 7 })
    expect(await connection.call(1, 'do', [{ given: 5 }], false)).toEqual({ ok: true, value: { answer: 7 } })
    expect(served.calls).toEqual([['do', { given: 5 }]])
  })
  it('of a name that the table lacks is refused, also one that every object has', async () => {
    const { served, connection } = begin()
    for (const name of ['unheard of', 'constructor', 'toString']) {
      expect(await connection.call(1, name, [], false)).toMatchObject({
        error: { code: 'protocol_mismatch' },
      })
    }
    expect(served.calls).toEqual([])
  })
  it('that fails answers with the error as a value', async () => {
    const { served, connection } = begin()
    served.outcomes['do'] = () =>
      Promise.reject(new WaraqError({ code: 'network', message: 'y', retryable: true }))
    expect(await connection.call(1, 'do', [], false)).toMatchObject({
      ok: false,
      error: { code: 'network', message: 'y', retryable: true },
    })
  })
  it('keeps errors within its answer whole, unless the answer is rows', async () => {
    const { served, connection } = begin()
    const error = new WaraqError({ code: 'internal', message: 'y' })
    served.outcomes['do'] = served.outcomes['read'] = () => [error]
    expect(await connection.call(1, 'do', [], false)).toMatchObject({
      value: [{ '@waraq/error': { code: 'internal' } }],
    })
    const rows = (await connection.call(2, 'read', [], false)) as { readonly value: readonly unknown[] }
    expect(rows.value[0]).not.toHaveProperty('@waraq/error')
  })
  it.each([true, false])(
    'tells its steps under its own number where the page wants to hear them: %s',
    async (wanted) => {
      const { served, connection, reported } = begin()
      served.outcomes['do'] = ({ onProgress }) => onProgress?.({ phase: 'paging' })
      await connection.call(5, 'do', [], wanted)
      expect(reported).toEqual(wanted ? [['progress', 5, { phase: 'paging' }]] : [])
    },
  )
  it('is ended by its number, and no other one is', async () => {
    const { served, connection } = begin()
    let signal: AbortSignal | undefined
    served.outcomes['do'] = (extras) => {
      signal = extras.signal
      return new Promise((_, reject) => signal!.addEventListener('abort', () => reject(new Error('ended'))))
    }
    const call = connection.call(5, 'do', [], false)
    await connection.abort(6)
    expect(signal?.aborted).toBe(false)
    await connection.abort(5)
    expect(await call).toMatchObject({ ok: false, error: { message: 'ended' } })
  })
})

describe('a watch', () => {
  it('tells statuses and problems under its number until it is ended', async () => {
    const { served, connection, reported } = begin()
    await connection.watch(7)
    served.tell('n')
    served.tellProblem(new WaraqError({ code: 'internal', message: 'y' }))
    expect(reported).toMatchObject([
      ['status', 7, { name: 'n' }],
      ['problem', 7, { code: 'internal' }],
    ])
    await connection.unwatch(7)
    served.tell('later')
    expect(reported).toHaveLength(2)
  })
  it('ends once, and all of them when the session is closed', async () => {
    const { served, connection } = begin()
    for (const watch of [1, 2, 3]) await connection.watch(watch)
    expect(served.listeners.size).toBe(3)
    for (const watch of [2, 2, 9]) await connection.unwatch(watch)
    expect(served.listeners.size).toBe(2)
    await connection.close()
    expect(served.listeners.size).toBe(0)
  })
  it('of a page that is gone does no harm', async () => {
    const { served, connection } = begin({ pageIsGone: true })
    await connection.watch(7)
    served.tell('n')
    served.tellProblem(new WaraqError({ code: 'internal', message: 'y' }))
    served.outcomes['do'] = () => 'still there'
    expect(await connection.call(2, 'do', [], false)).toEqual({ ok: true, value: 'still there' })
  })
})

describe('closing', () => {
  it('closes what is served first, then what hung on it, once', async () => {
    const { served, connection, log } = begin()
    await connection.watch(7)
    await Promise.all([connection.close(), connection.close()])
    expect(log).toEqual(['closed', 'life released'])
    expect(served.listeners.size).toBe(0)
  })
  it('lets go of everything although it could not be closed, and says so', async () => {
    const { served, connection, log } = begin()
    served.outcomes['close'] = () => Promise.reject(new Error('stuck'))
    await connection.watch(7)
    expect(await connection.close()).toMatchObject({ ok: false, error: { message: 'stuck' } })
    expect([log, served.listeners.size]).toEqual([['life released'], 0])
  })
})

it('answers whether it lives', async () => {
  expect(await begin().connection.ping()).toBeNull()
})

it('work becomes a value, also where it fails', async () => {
  expect(await reply(async () => 7)).toEqual({ ok: true, value: 7 })
  expect(await reply(() => Promise.reject(new TypeError('no')))).toMatchObject({
    ok: false,
    error: { name: 'TypeError', message: 'no' },
  })
})
