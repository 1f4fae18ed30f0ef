/** Relays as processes that share a Redis, which hangs, fails or restarts. */
import { storageStore } from '@waraq/relay/redis'
import { createServer, connect, type Socket } from 'node:net'
import { createStorage } from 'unstorage'
import redisDriver from 'unstorage/drivers/redis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keepsItsPromises } from '../../packages/relay/src/store/store-promises.test-support.ts'
import {
  askToken,
  listening,
  secret,
  startIssuer,
  startRedis,
  startRelayProcess,
  type Issuer,
  type Redis,
  type Relay,
} from './processes.ts'

/** At once. The relay gives up on a request whose headers take five seconds, as those of thousands do on a busy machine. */
const callers = Number(process.env['WARAQ_CALLERS'] ?? 300)

let redis: Redis
let issuer: Issuer
const relays: Relay[] = []

beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.stop())
beforeEach(async () => {
  issuer = await startIssuer()
  await redis.command('FLUSHALL')
})
afterEach(async () => {
  await Promise.all(relays.splice(0).map((relay) => relay.end('SIGKILL')))
  await issuer.close()
})

async function start(more: Record<string, string> = {}): Promise<Relay> {
  const relay = await startRelayProcess({
    WARAQ_AUTH_URL: issuer.url,
    WARAQ_PUBLIC: '1',
    WARAQ_REDIS_URL: redis.url,
    WARAQ_LIMIT: '1000000',
    WARAQ_LIMIT_PER_ORIGIN: '1000000',
    WARAQ_LIMIT_PER_CLIENT: '1000000',
    ...more,
  })
  relays.push(relay)
  return relay
}

const clients: { dispose(): Promise<void> }[] = []
afterEach(() => Promise.all(clients.splice(0).map((client) => client.dispose())))

/** A store of this process. */
function sharedStore(base = '') {
  const storage = createStorage({ driver: redisDriver({ url: redis.url, base }) })
  clients.push(storage)
  return storageStore(storage)
}

const tokenOf = async (relay: Relay) => {
  const response = await askToken(relay)
  return response.status === 200 ? ((await response.json()) as { token: string }).token : response.status
}

describe('three processes', () => {
  test('and hundreds of callers, all cold: one request to the issuer', async () => {
    const fleet = await Promise.all([start(), start(), start()])
    // Slow enough that all callers are there before it answers.
    issuer.answer = (_, response) => setTimeout(() => issuer.token(response), 500)
    const answers = await Promise.all(
      Array.from({ length: callers }, (_, index) => tokenOf(fleet[index % fleet.length]!)),
    )
    // A process that gives the store up asks by itself, and says so.
    const alone = fleet.filter((relay) => relay.output().includes('store_failed')).length
    expect([new Set(answers), issuer.asked.length, alone]).toEqual([new Set(['CANARY-TOKEN-1']), 1, 0])
    for (const relay of fleet) expect(relay.output()).not.toContain('CANARY')
  })

  test('leave a failing issuer alone together', async () => {
    const fleet = await Promise.all([start(), start(), start()])
    issuer.answer = (_, response) => response.writeHead(401).end('{"error":"invalid_client"}')
    for (const relay of [...fleet, ...fleet]) expect(await tokenOf(relay)).toBe(503)
    expect(issuer.asked).toHaveLength(1)
  })

  test('count a caller’s requests together', async () => {
    const [one, two] = await Promise.all([1, 2].map(() => start({ WARAQ_LIMIT_PER_CLIENT: '1000' })))
    let asked = 0
    // The first fills each minute that begins in between. The second counts a caller exactly, and with the first, from an
    // eighth of the limit on; it knows what it has read of the store since its last request.
    await expect
      .poll(
        async () => {
          await Promise.all(Array.from({ length: 1_100 }, () => askToken(one!)))
          await Promise.all(Array.from({ length: 130 }, () => askToken(two!)))
          asked += 131
          return (await askToken(two!)).status
        },
        { interval: 300, timeout: 60_000 },
      )
      .toBe(429)
    // Its own requests alone do not reach the limit.
    expect(asked).toBeLessThan(1_000)
  })

  test('a process that is killed while it asks the issuer keeps the others no longer than its lock lasts', async () => {
    const [one, two] = [await start(), await start()]
    issuer.answer = () => undefined
    const lost = askToken(one).catch(() => undefined)
    await expect.poll(() => issuer.asked.length).toBe(1)
    issuer.answer = (_, response) => issuer.token(response)
    await one.end('SIGKILL')
    await lost
    expect(await tokenOf(two)).toBe('CANARY-TOKEN-2')
  })
})

describe('a Redis', () => {
  describe('as a store', () =>
    keepsItsPromises(async () => {
      await redis.command('FLUSHALL')
      return sharedStore()
    }))

  test('holds each value under one name, below the base of its storage', async () => {
    const store = sharedStore('app:')
    await store.set('token:a', 'one', 60_000)
    expect(await store.swap('token:a', 'one', 'two', 60_000)).toBe(true)
    expect(await redis.command('KEYS', '*')).toMatch(/^app:waraq:token:[0-9a-f]{64}$/)
    expect(Number(await redis.command('PTTL', await redis.command('KEYS', '*')))).toBeGreaterThan(0)
  })

  test('that hangs keeps no caller from a token', async () => {
    const relay = await start()
    redis.freeze()
    try {
      expect(await tokenOf(relay)).toBe('CANARY-TOKEN-1')
      expect(await tokenOf(relay)).toBe('CANARY-TOKEN-1')
      expect(relay.output()).toContain('store_failed')
    } finally {
      redis.thaw()
    }
    // The relays use the store again once it answers.
    const other = await start()
    await expect.poll(() => redis.command('KEYS', 'waraq:limit:*')).not.toBe('')
    expect(await tokenOf(other)).toMatch(/^CANARY-TOKEN-/)
  })

  test('that is slow is given up after half a second', async () => {
    const port = Number(new URL(redis.url).port)
    const sockets = new Set<Socket>()
    const slow = createServer((socket) => {
      const server = connect(port, '127.0.0.1')
      for (const each of [socket, server]) {
        sockets.add(each)
        each.on('error', () => undefined)
      }
      socket.pipe(server)
      server.on('data', (chunk) => void setTimeout(() => socket.write(chunk), 5_000))
    })
    const slowPort = await listening(slow as never)
    try {
      const relay = await start({ WARAQ_REDIS_URL: `redis://127.0.0.1:${slowPort}` })
      expect(await tokenOf(relay)).toBe('CANARY-TOKEN-1')
      expect(relay.output()).toContain('store_failed')
    } finally {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => slow.close(resolve))
    }
  })

  test('whose values were changed is not believed', async () => {
    const one = await start()
    expect(await tokenOf(one)).toBe('CANARY-TOKEN-1')
    const keys = (await redis.command('KEYS', 'waraq:token:*')).split('\n')
    expect(keys).toHaveLength(1)
    for (const value of [
      '{',
      '{"token":"a\\r\\nset-cookie: x=1","expiresAt":99999999999999}',
      'null',
      '[]',
    ]) {
      await redis.command('SET', keys[0]!, value)
      const asked = issuer.asked.length
      expect(await tokenOf(await start())).toBe(`CANARY-TOKEN-${asked + 1}`)
    }
  })

  test('that holds another kind of value counts as failing', async () => {
    expect(await tokenOf(await start())).toBe('CANARY-TOKEN-1')
    const [key] = (await redis.command('KEYS', 'waraq:token:*')).split('\n')
    await redis.command('DEL', key!)
    await redis.command('LPUSH', key!, 'x')
    const relay = await start()
    expect(await tokenOf(relay)).toBe('CANARY-TOKEN-2')
    expect(relay.output()).toContain('store_failed')
  })

  test('that restarts empty, goes, and comes back is no more than a cache', async () => {
    const relay = await start()
    expect(await tokenOf(relay)).toBe('CANARY-TOKEN-1')
    await redis.stop()
    expect(await tokenOf(relay)).toBe('CANARY-TOKEN-1')
    const cold = await start()
    expect(await tokenOf(cold)).toBe('CANARY-TOKEN-2')
    await redis.start()
    expect([await tokenOf(relay), await tokenOf(cold)]).toEqual(['CANARY-TOKEN-1', 'CANARY-TOKEN-2'])
    expect(issuer.asked).toHaveLength(2)
  })

  test('that is not there from the start does not keep the relay from starting', async () => {
    const relay = await start({ WARAQ_REDIS_URL: 'redis://127.0.0.1:1' })
    expect(await tokenOf(relay)).toBe('CANARY-TOKEN-1')
    expect(relay.output()).not.toContain('Unhandled')
  })

  test('holds tokens under keys that tell nothing, each for a time, and never the secret', async () => {
    await tokenOf(await start())
    const keys = (await redis.command('KEYS', '*')).split('\n')
    expect(keys.length).toBeGreaterThan(1)
    for (const key of keys) {
      expect(key).toMatch(/^waraq:[a-z]+:[0-9a-f]{64}$/)
      expect(Number(await redis.command('PTTL', key))).toBeGreaterThan(0)
      const value = await redis.command('GET', key)
      expect(value).not.toContain(secret)
      expect(value).not.toContain(Buffer.from(`client-1:${secret}`).toString('base64'))
    }
  })
})
