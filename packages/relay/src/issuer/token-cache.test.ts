/** Several processes that share a store, secrets that change, and callers that report refused tokens. */
import { sha256Hex } from '@waraq/protocol'
import { settle } from '@waraq/test-support/at-rest'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { describe, expect, test } from 'vitest'
import type { RelayLogEntry } from '../events/log.ts'
import { memoryStore } from '../store/memory-store.ts'
import { resilientStore } from '../store/resilient-store.ts'
import type { SharedStore } from '../store/shared-store.ts'
import { createIssuer, type ClientOptions } from './issuer.ts'
import { createTokenCache } from './token-cache.ts'

const secret = 'CANARY-SECRET'

/** An issuer that answers what it is told to, and counts. */
class Service {
  asked: string[] = []
  cached: Promise<void> = Promise.resolve()
  status = 200
  readonly fetch: typeof fetch = async (_, init) => {
    this.asked.push(atob(new Headers(init?.headers).get('authorization')!.slice(6)))
    const token = `t${this.asked.length}`
    await this.cached
    const body =
      this.status === 200
        ? { access_token: token, expires_in: 3_600, scope: 'content' }
        : { error: 'invalid_client' }
    return Response.json(body, { status: this.status })
  }
}

function fleet(
  options: {
    clock?: VirtualClock
    store?: SharedStore | false
    client?: Partial<ClientOptions>
    renewalsPerDay?: number
  } = {},
) {
  const clock = options.clock ?? new VirtualClock()
  const service = new Service()
  const log: RelayLogEntry[] = []
  const note = (entry: RelayLogEntry) => void log.push(entry)
  const store = options.store === false ? undefined : (options.store ?? memoryStore(clock))
  const add = (client: Partial<ClientOptions> = {}) => {
    const issuer = createIssuer({
      authUrl: 'https://issuer.example',
      clientId: 'client-1',
      clientSecret: secret,
      fetch: service.fetch,
      clock,
      ...options.client,
      ...client,
    })
    const shared = store && resilientStore(store, clock, note)
    const tokenCache = createTokenCache({
      issuer,
      clock,
      log: note,
      store: shared,
      renewalsPerDay: options.renewalsPerDay,
    })
    const token = async (renew?: string) => {
      const taken = await clock.run(tokenCache.take(renew && (await sha256Hex(renew))))
      return 'token' in taken ? taken.token : taken.retryAfterSeconds
    }
    return { tokenCache, token }
  }
  return { clock, service, log, add }
}

describe('processes that share a store', () => {
  test('ask the issuer once, however many are cold at the same time', async () => {
    const { clock, service, add } = fleet()
    let release = () => {}
    service.cached = new Promise((resolve) => (release = resolve))
    const all = [add(), add(), add()].map(({ tokenCache }) => tokenCache.take())
    await settle()
    await clock.advance(1_000)
    expect(service.asked).toHaveLength(1)
    release()
    const taken = await clock.run(Promise.all(all))
    expect(new Set(taken.map((each) => ('token' in each ? each.token : '')))).toEqual(new Set(['t1']))
    expect(service.asked).toHaveLength(1)
  })

  test('ask no second time where a peer stores its token between a look and a claim', async () => {
    const clock = new VirtualClock()
    const base = memoryStore(clock)
    let beforeClaim = async () => {}
    const store: SharedStore = {
      ...base,
      swap: async (key, before, after, ttlMs) => {
        const passed = beforeClaim
        beforeClaim = async () => {}
        await passed()
        return base.swap(key, before, after, ttlMs)
      },
    }
    const { service, add } = fleet({ clock, store })
    const peer = add()
    beforeClaim = async () => void (await peer.tokenCache.take())
    expect(await add().token()).toBe('t1')
    expect(service.asked).toHaveLength(1)
    // The lock is free for the next renewal.
    expect(await peer.token('t1')).toBe('t2')
  })

  test('keep environments, clients and scopes apart', async () => {
    const { service, add } = fleet()
    await add().token()
    await add({ authUrl: 'https://other.example' }).token()
    await add({ clientId: 'client-2' }).token()
    expect(service.asked).toHaveLength(3)
    await add().token()
    expect(service.asked).toHaveLength(3)
  })

  test('leave the issuer alone together, and a peer’s token ends that', async () => {
    const { clock, service, add } = fleet()
    const [one, two] = [add(), add()]
    service.status = 401
    expect(await one.token()).toBe(60)
    expect(await two.token()).toBe(60)
    expect(service.asked).toHaveLength(1)
    service.status = 200
    await clock.advance(60_000)
    expect(await one.token()).toBe('t2')
    // Not at each call: refused callers must not be able to flood the store.
    await clock.advance(1_000)
    expect(await two.token()).toBe('t2')
    expect(service.asked).toHaveLength(2)
  })

  test('renew a refused token once, whichever of them is told', async () => {
    const { clock, service, add } = fleet()
    const [one, two] = [add(), add()]
    expect([await one.token(), await two.token()]).toEqual(['t1', 't1'])
    expect([await one.token('t1'), await two.token('t1')]).toEqual(['t2', 't2'])
    expect(service.asked).toHaveLength(2)
    await clock.advance(29_000)
    expect([await one.token('t2'), await two.token('t2')]).toEqual(['t2', 't2'])
    expect(service.asked).toHaveLength(2)
  })

  test('do not wait for a peer that died with the lock for longer than the lock lasts', async () => {
    const clock = new VirtualClock()
    const store = memoryStore(clock)
    const lock = 'lock:["https://issuer.example/oauth2/token","client-1","content"]'
    await store.swap(lock, undefined, 'dead', 10_000)
    const { add } = fleet()
    const living = fleet({ store })
    // The lock's clock is the store's own.
    const token = living.add().tokenCache.take()
    await settle()
    await clock.advance(10_000)
    await living.clock.advance(200)
    expect(await living.clock.run(token)).toMatchObject({ token: 't1' })
    expect(await add().token()).toBe('t1')
  })

  test('give the newer token to each of many reporters, however slow the store is', async () => {
    const clock = new VirtualClock()
    const base = memoryStore(clock)
    const slow = new Proxy(base, {
      get:
        (target, name) =>
        async (...given: unknown[]) => {
          await clock.sleep(100)
          return (target[name as keyof SharedStore] as (...all: unknown[]) => unknown)(...given)
        },
    })
    const { service, add } = fleet({ clock, store: slow })
    const { tokenCache, token } = add()
    await token()
    const hash = await sha256Hex('t1')
    const taken = await clock.run(Promise.all(Array.from({ length: 50 }, () => tokenCache.take(hash))))
    expect(new Set(taken.map((each) => ('token' in each ? each.token : '')))).toEqual(new Set(['t2']))
    expect(service.asked).toHaveLength(2)
  })

  test('that hold a token, a cold one is told that it is refused, too', async () => {
    const { service, add } = fleet()
    await add().token()
    expect(await add().token('t1')).toBe('t2')
    expect(service.asked).toHaveLength(2)
  })
})

const never = () => new Promise<never>(() => undefined)
describe.each<[string, (store: SharedStore) => Partial<SharedStore>]>([
  ['hangs when it is read', () => ({ get: never })],
  ['hangs when it is written', () => ({ set: never })],
  ['hangs when it is to be claimed', () => ({ swap: never })],
  ['hangs at everything', () => ({ get: never, set: never, swap: never, add: never, remove: never })],
  [
    'fails at everything',
    () => new Proxy({} as SharedStore, { get: () => async () => Promise.reject(new Error(secret)) }),
  ],
  [
    'answers nonsense',
    () => ({ get: async () => ({ token: { a: 1 }, kind: 5 }), swap: async () => 'OK' as never }),
  ],
  ['holds a header in disguise', () => ({ get: async () => ({ token: 'a\r\nb: c', expiresAt: 1e13 }) })],
  ['holds a token for ever', () => ({ get: async () => ({ token: 'x', expiresAt: Infinity }) })],
])('a store that %s', (_, change) => {
  test('keeps no caller from a token', async () => {
    const clock = new VirtualClock()
    const base = memoryStore(clock)
    const store = new Proxy(base, {
      get: (target, name) => (change(base) as never)[name] ?? target[name as keyof SharedStore],
    })
    const { clock: own, service, add, log } = fleet({ store })
    const { token, tokenCache } = add()
    expect(await token()).toBe('t1')
    expect(own.monotonic()).toBeLessThan(3_000)
    // Later callers do not wait for the store at all.
    const before = own.monotonic()
    for (let calls = 0; calls < 5; calls++) expect(await tokenCache.take()).toMatchObject({ token: 't1' })
    expect([own.monotonic() - before, service.asked.length]).toEqual([0, 1])
    expect(JSON.stringify(log)).not.toContain('CANARY')
  })
})

describe('renewals that callers ask for', () => {
  test('are as many a day as are allowed', async () => {
    const { clock, service, add, log } = fleet({ store: false, renewalsPerDay: 3 })
    const { token } = add()
    let latest = await token()
    for (let n = 0; n < 10; n += 1) {
      latest = await token(String(latest))
      await clock.advance(30_000)
    }
    expect([latest, service.asked.length]).toEqual(['t4', 4])
    expect(log).toContainEqual({ event: 'renewals_spent' })
    await clock.advance(86_400_000 - 300_000)
    latest = await token()
    expect(await token(String(latest))).not.toBe(latest)
  })

  test('are counted over all processes', async () => {
    const { clock, service, add } = fleet({ renewalsPerDay: 3 })
    const all = [add(), add(), add()]
    for (let n = 0; n < 9; n += 1) {
      const { token } = all[n % 3]!
      await token(String(await token()))
      await clock.advance(30_000)
    }
    expect(service.asked).toHaveLength(4)
  })
})

describe('a secret that changes', () => {
  test('is asked for before each request, and a new one ends the pause of the old one', async () => {
    let current = 'old'
    const { clock, service, add } = fleet({ client: { clientSecret: async () => current } })
    const { token } = add()
    service.status = 401
    expect(await token()).toBe(60)
    await clock.advance(5_000)
    expect(await token()).toBe(55)
    expect(service.asked).toEqual(['client-1:old'])
    service.status = 200
    current = 'new'
    await clock.advance(1_000)
    expect(await token()).toBe('t2')
    expect(service.asked).toEqual(['client-1:old', 'client-1:new'])
  })

  test.each<[string, () => string | Promise<string>]>([
    ['cannot be read', () => Promise.reject(new Error(secret))],
    ['hangs', never],
    ['is empty', () => ''],
  ])('and then %s is an outage that passes', async (_, clientSecret) => {
    let read: () => string | Promise<string> = clientSecret
    const { clock, service, add, log } = fleet({ client: { clientSecret: () => read() } })
    const { token } = add()
    expect(await token()).toBe(1)
    expect([service.asked, log]).toEqual([
      [],
      expect.arrayContaining([{ event: 'issuer_failed', reason: 'no_secret', pauseMs: 1_000 }]) as unknown,
    ])
    read = () => 'found'
    await clock.advance(2_000)
    expect(await token()).toBe('t1')
  })
})

test('work that goes on after the answer is told to the server, which keeps the process for it', async () => {
  const { clock, add, service } = fleet()
  const { tokenCache, token } = add()
  await token()
  await clock.advance(3_580_000)
  const kept: Promise<unknown>[] = []
  expect(await tokenCache.take(undefined, { waitUntil: (work) => kept.push(work) })).toMatchObject({
    token: 't1',
  })
  expect(kept).toHaveLength(1)
  await Promise.all(kept)
  expect(service.asked).toHaveLength(2)
})
