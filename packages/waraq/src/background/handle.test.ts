import { systemClock, type Clock } from '../client/clock.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { unreachableSegments, type Bench } from '../sync/bench.test-support.ts'
import type { OpenChannel } from '../platform/channel.ts'
import {
  contentRoot,
  createWorld,
  expectEverything,
  filter,
  relay,
  type World,
} from './world.test-support.ts'

let bench: Bench
afterEach(() => bench.close())

function world(...given: Parameters<typeof createWorld>): World {
  const made = createWorld(...given)
  bench = made.bench
  return made
}

/** A clock that advances by a second with each request for content. Its timers are real. */
function clockByRequests(): Clock {
  return { ...systemClock, monotonic: () => bench.requests().length * 1000 }
}

/** A slice in which two requests fit. */
const twoRequests = { sliceMs: 1500, snapshotConcurrency: 1 }
describe('a sync event', () => {
  it('brings the content, with a token of its own', async () => {
    const { fire, tokens, registered } = world()
    await bench.engine.subscribe(filter)
    expect(await fire()).toBe('resolved')
    await expectEverything(bench)
    expect(tokens()).toBe(1)
    expect(registered).toEqual([])
  })

  it('goes through a proxy, without a token', async () => {
    const asked: Request[] = []
    const throughProxy: typeof fetch = async (input, init) => {
      const request = new Request(input, init)
      asked.push(request)
      const { token, clientId } = await bench.sandbox.accessToken()
      const headers = { 'x-auth-token': token, 'x-client-id': clientId }
      return bench.sandbox.fetch(new Request(request.url, { headers }))
    }
    const { fire, tokens } = world({ relay: { proxy: contentRoot }, fetch: throughProxy })
    await bench.engine.subscribe(filter)
    expect(await fire()).toBe('resolved')
    await expectEverything(bench)
    expect(tokens()).toBe(0)
    for (const { headers } of asked) {
      expect([headers.get('x-relay'), headers.get('x-auth-token')]).toEqual(['1', null])
    }
  })

  it('may be a periodic one', async () => {
    const { fire } = world()
    await bench.engine.subscribe(filter)
    expect(await fire({ type: 'periodicsync' })).toBe('resolved')
    await expectEverything(bench)
  })

  it('of another tag is left to others', async () => {
    const { fire } = world({ tag: 'mine' })
    await bench.engine.subscribe(filter)
    expect(await fire()).toBeUndefined()
    expect(await fire({ type: 'periodicsync' })).toBeUndefined()
    expect(bench.requests()).toEqual([])
    expect(await fire({ tag: 'mine' })).toBe('resolved')
    await expectEverything(bench)
  })

  it('asks for nothing where nothing is subscribed to', async () => {
    const { fire, tokens } = world()
    expect(await fire()).toBe('resolved')
    expect(tokens()).toBe(0)
    expect(bench.requests()).toEqual([])
  })

  it('asks where the services are, each time anew', async () => {
    let asked = 0
    const services = () => {
      if (++asked === 1) throw new TypeError('offline')
      return { contentRoot, relay }
    }
    const { fire, sync } = world({ services, contentRoot: undefined, relay: undefined } as never)
    await bench.engine.subscribe(filter)
    expect(await fire()).toBe('rejected')
    expect(await sync.run()).toBe('done')
    expect(asked).toBe(2)
    await expectEverything(bench)
  })

  it('leaves nothing running and nothing open after any outcome', async () => {
    let open = 0
    const channel: OpenChannel = () => {
      open++
      return { post: () => undefined, close: () => void open-- }
    }
    const { fire } = world({ channel })
    await bench.engine.subscribe(filter)
    bench.sandbox.fault({ match: { path: 'sync' }, times: 2, effect: { status: 503 } })
    expect(await fire()).toBe('rejected')
    expect(open).toBe(0)
    expect(await fire()).toBe('resolved')
    expect(open).toBe(0)
    expect((await bench.engine.status()).role).toBe('idle')
  })

  it('leaves no garbage behind', async () => {
    const { fire } = world()
    await bench.engine.subscribe('translations:20')
    await fire()
    bench.sandbox.invalidate('translations:20')
    await fire()
    await expectEverything(bench, ['20'])
    expect(await unreachableSegments(bench.db)).toEqual([])
  })
})

describe('a slice that used up its time', () => {
  it('asks for the next one, until all is here', async () => {
    const { fire, registered } = world({ ...twoRequests, clock: clockByRequests() })
    await bench.engine.subscribe(filter)
    const counts: number[] = []
    do {
      registered.length = 0
      const before = bench.requests().length
      expect(await fire()).toBe('resolved')
      counts.push(bench.requests().length - before)
    } while (registered.length > 0)
    // A page and four snapshots; then what came since the page.
    expect(counts).toEqual([2, 2, 2])
    expect(new Set(bench.requests()).size).toBe(5)
    await expectEverything(bench)
  })

  it('comes to every subscription, however many there are', async () => {
    const { fire, registered } = world({ ...twoRequests, clock: clockByRequests() })
    const each = ['translations:20', 'translations:33', 'translations:45', 'translations:131']
    for (const one of each) await bench.engine.subscribe(one)
    do {
      registered.length = 0
      expect(await fire()).toBe('resolved')
    } while (registered.length > 0)
    await expectEverything(bench)
    // All subscriptions are current and due again; two of them fit into a slice.
    const before = bench.requests().length
    do {
      registered.length = 0
      expect(await fire()).toBe('resolved')
    } while (registered.length > 0)
    expect(bench.requests().slice(before)).toEqual(['sync', 'sync', 'sync', 'sync'])
  })

  it('goes on at once where the browser takes no further request', async () => {
    const { fire, registered } = world({ ...twoRequests, clock: clockByRequests() }, { window: false })
    await bench.engine.subscribe(filter)
    expect(await fire()).toBe('resolved')
    expect(registered).toEqual([])
    await expectEverything(bench)
  })

  it('but not for longer than an event may last; then the browser has to come back', async () => {
    const clock: Clock = { ...systemClock, monotonic: () => bench.requests().length * 80_000 }
    const { fire } = world({ ...twoRequests, clock }, { window: false })
    await bench.engine.subscribe(filter)
    // One request a slice, three slices before the event is over.
    expect(await fire()).toBe('rejected')
    expect(bench.requests()).toHaveLength(3)
    expect(await fire({ lastChance: true })).toBe('resolved')
    await expectEverything(bench)
  })
})
