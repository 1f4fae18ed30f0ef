/** Many devices that want a token: at ten processes behind a balancer, and behind one address. A real Redis is shared. */
import { relayTokens } from 'waraq/client'
import { isWaraqError } from '@waraq/protocol'
import { createTokenRelay } from '@waraq/relay'
import { redisStore, type RedisStore } from '@waraq/relay/redis'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startBalancer, type Balancer } from './balancer.ts'
import {
  askToken,
  page,
  secret,
  startIssuer,
  startRedis,
  startRelayProcess,
  type Issuer,
  type Redis,
  type Relay,
} from './processes.ts'

const secondMs = 1_000

let redis: Redis
let issuer: Issuer

beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.stop())
beforeEach(async () => {
  issuer = await startIssuer()
  await redis.command('FLUSHALL')
})
afterEach(() => issuer.close())

/** More of them than a busy machine reads within the seconds that a request may take to arrive are cut off. */
const devices = 300

describe(`${devices} devices in one moment, with the usual limits and an address each`, () => {
  const relays: Relay[] = []
  let balancer: Balancer
  afterEach(async () => {
    await balancer.close()
    await Promise.all(relays.splice(0).map((relay) => relay.end('SIGKILL')))
  })

  // One that the store keeps waiting for too long, as on a busy machine, asks the issuer by itself. `fleet.test.ts` has some that
  // the store answers in time.
  test.each([1, 10])('%i processes: none is refused, and none asks the issuer twice', async (processes) => {
    const start = () =>
      startRelayProcess({
        WARAQ_AUTH_URL: issuer.url,
        WARAQ_PUBLIC: '1',
        WARAQ_TRUSTED_PROXIES: '1',
        ...(processes > 1 ? { WARAQ_REDIS_URL: redis.url } : {}),
      })
    relays.push(...(await Promise.all(Array.from({ length: processes }, start))))
    balancer = await startBalancer(relays.map(({ tokens }) => new URL(tokens).origin))
    const tokens = balancer.url + new URL(relays[0]!.tokens).pathname
    // Slow enough that all are there before it answers.
    issuer.answer = (_, response) => setTimeout(() => issuer.token(response), 500)
    const answers = await Promise.all(
      Array.from({ length: devices }, async (_, device) => {
        const headers = { 'x-forwarded-for': `10.1.${device >> 8}.${device & 255}` }
        const response = await askToken({ tokens }, { headers })
        return response.status === 200
          ? ((await response.json()) as { token: string }).token
          : response.status
      }),
    )
    expect(answers.filter((answer) => !/^CANARY-TOKEN-\d+$/.test(String(answer)))).toEqual([])
    expect(issuer.asked.length).toBeLessThanOrEqual(processes)
    expect(new Set(balancer.served.map(({ server }) => server)).size).toBe(processes)
  })
})

describe('a school: a thousand devices behind one address, with the usual limits', () => {
  const stores: RedisStore[] = []
  afterEach(() => Promise.all(stores.splice(0).map((store) => store.close())))

  test.each([1, 10])('%i processes: each device has a token within twelve minutes', async (processes) => {
    const clock = new VirtualClock(0)
    const after: Promise<unknown>[] = []
    const handlers = Array.from({ length: processes }, () => {
      const store = redisStore(redis.url)
      stores.push(store)
      return createTokenRelay({
        authUrl: issuer.url,
        clientId: 'client-1',
        clientSecret: secret,
        allowedOrigins: [page],
        authorize: 'everyone',
        store,
        clock,
      })
    })
    let turn = 0
    const reported = { refused: 0, elsewhere: 0 }
    const ask = async (address: string, request: Request) => {
      const handler = handlers[(turn += 1) % processes]!
      const headers = new Headers(request.headers)
      headers.set('origin', page)
      return handler(new Request(request, { headers }), {
        address,
        waitUntil: (work) => void after.push(work),
      })
    }
    const deviceAt = (address: string) =>
      relayTokens('https://relay.example/token', {
        clock,
        fetch: (input, init) => ask(address, new Request(input, init)),
      })
    // Within twenty seconds: what comes between two exchanges of counts passes at each process.
    const inSecond = new Map(
      Array.from({ length: 20 }, (_, n) => [10 + n, Array.from({ length: 50 }, () => deviceAt('192.0.2.1'))]),
    )
    const tokens = new Set<string>()
    let served = 0
    let second = 10
    for (; served < 1_000 && second < 3_600; second += 1) {
      await clock.advance(second * secondMs - clock.elapsed)
      for (const device of inSecond.get(second) ?? []) {
        try {
          const { token } = await device.get()
          tokens.add(token)
          served += 1
        } catch (error) {
          if (!isWaraqError(error)) throw error
          expect([error.code, error.status, error.retryable]).toEqual(['token_unavailable', 429, true])
          reported.refused += 1
          const again = Math.ceil(error.retryAt! / secondMs)
          inSecond.set(again, [...(inSecond.get(again) ?? []), device])
        }
      }
      inSecond.delete(second)
      // Who has another address is served all the while.
      await deviceAt(`10.0.${second >> 8}.${second & 255}`)
        .get()
        .catch(() => (reported.elsewhere += 1))
      await Promise.all(after.splice(0))
    }
    expect([served, [...tokens], issuer.asked.length]).toEqual([1_000, ['CANARY-TOKEN-1'], 1])
    // 880 fill seven minutes and a third.
    expect(second).toBeGreaterThan(490)
    expect(second).toBeLessThan(720)
    expect(reported.elsewhere).toBe(0)
    // All that come again in the second in which a minute begins would be 3,680.
    expect(reported.refused).toBeLessThan(2_000)
  })
})
