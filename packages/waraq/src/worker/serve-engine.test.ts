import type { ResourceRef } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import type { Arguments, Method } from '../link/protocol.ts'
import type { EngineShape } from './protocol.ts'
import { ScriptedEngine } from './scripted-engine.test-support.ts'
import { serveEngine } from './serve-engine.ts'

/** The calls that an engine gets from a page. */

function serve() {
  const engine = new ScriptedEngine()
  const log: string[] = []
  engine.outcomes.close = () => void log.push('engine closed')
  const served = serveEngine(engine, async () => {
    log.push('store opened')
    return { resources: async () => [], close: () => void log.push('store closed') } as never
  })
  return { engine, served, log }
}

const filter = 'translations:20'
const ref: ResourceRef = { group: 'translations', id: 20 }

describe('a call', () => {
  const calls: { [M in Exclude<Method<EngineShape>, 'read'>]: Arguments<EngineShape, M> } = {
    subscribe: [filter, { unknownGroups: 'allow' }],
    setSubscriptions: [[filter], { unknownGroups: 'allow' }],
    unsubscribe: [filter],
    prioritize: [[ref]],
    sync: [{ filters: [filter], joinRunning: true }],
    startAutoSync: [{ everyMs: 5 }],
    pause: [],
    resume: [],
    wake: ['visible', {}],
    status: [],
    droppable: [],
    noteEviction: [true],
    resync: [filter, { joinRunning: true }],
    verify: [ref, {}],
    available: [{}],
    listNames: ['chapters', 'ur', {}],
  }

  it.each(Object.entries(calls))('of %s reaches the engine with what was given', async (name, args) => {
    const { engine, served } = serve()
    const method = name as 'status'
    engine.outcomes[method] = () => ({ answer: name })
    expect(await served.call(method, args as never)).toEqual({ answer: name })
    expect(engine.calls).toEqual([{ method, args }])
  })
  it('gives its signal and its listener on', async () => {
    const { engine, served } = serve()
    engine.outcomes.sync = () => engine.progress?.({ phase: 'paging' } as never)
    const { signal } = new AbortController()
    const heard: unknown[] = []
    await served.call('sync', [{ signal, onProgress: (step) => heard.push(step) }])
    expect([engine.signal, heard]).toEqual([signal, [{ phase: 'paging' }]])
  })
})

describe('closing', () => {
  it('closes the engine first, then the store, which was opened once', async () => {
    const { served, log } = serve()
    await served.call('read', [{ read: 'resources' }])
    await served.call('read', [{ read: 'resources' }])
    await served.close()
    expect(log).toEqual(['store opened', 'engine closed', 'store closed'])
  })
  it('leaves a store that could not be opened to the next read', async () => {
    let tries = 0
    const served = serveEngine(new ScriptedEngine(), async () => {
      tries += 1
      if (tries === 1) throw new TypeError('not loaded')
      return { resources: async () => [] } as never
    })
    await expect(served.call('read', [{ read: 'resources' }])).rejects.toThrow('not loaded')
    expect(await served.call('read', [{ read: 'resources' }])).toEqual([])
    expect(tries).toBe(2)
  })
  it('opens no store for it', async () => {
    const { served, log } = serve()
    await served.close()
    expect(log).toEqual(['engine closed'])
  })
  it('closes the store of an engine that could not be closed, and says so', async () => {
    const { engine, served, log } = serve()
    engine.outcomes.close = () => Promise.reject(new Error('stuck'))
    await served.call('read', [{ read: 'resources' }])
    await expect(served.close()).rejects.toThrow('stuck')
    expect(log).toEqual(['store opened', 'store closed'])
  })
})
