/** Sign-outs that meet renewals, over handlers that share a real Redis, and an issuer that revokes only what is named. */
import { createUserDataProxy, type Handler } from '@waraq/relay'
import { redisStore, type RedisStore } from '@waraq/relay/redis'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closed, listening, startRedis, type Redis } from './processes.ts'

/** Of each size of fleet. */
const tries = Number(process.env['WARAQ_SIGN_OUTS'] ?? 100)
const hourMs = 3_600_000
const app = 'https://reader.example'
const notes = `${app}/user/auth/v1/notes`

let redis: Redis
let service: Server
let root: string
/** The tokens that are good at present. */
const good = new Set<string>()
let issued = 0

function tokens(): Record<string, unknown> {
  issued += 1
  const [access, refresh] = [`access-${issued}`, `refresh-${issued}`]
  good.add(access).add(refresh)
  return { access_token: access, refresh_token: refresh, expires_in: 3_600, token_type: 'bearer' }
}

beforeAll(async () => {
  redis = await startRedis()
  service = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const form = new URLSearchParams(body)
      const answer = (status: number, value: unknown = {}) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
      if (request.url === '/oauth2/revoke') {
        good.delete(form.get('token')!)
        answer(200)
      } else if (request.url === '/oauth2/token') {
        const refresh = form.get('refresh_token')
        if (refresh !== null && !good.delete(refresh)) answer(400, { error: 'invalid_grant' })
        else answer(200, tokens())
      } else answer(good.has(String(request.headers['x-auth-token'])) ? 200 : 401)
    })
  })
  root = `http://127.0.0.1:${await listening(service)}`
})
afterAll(async () => {
  await closed(service)
  await redis.stop()
})

/** A process's part: a handler with a connection of its own. Its clock is `ahead` of the machine's. */
function member(store: RedisStore, clock: { ahead: number }): Handler {
  return createUserDataProxy({
    authUrl: root,
    clientId: 'client-1',
    clientSecret: 'secret',
    userRoots: { auth: `${root}/auth`, quranReflect: `${root}/quran-reflect` },
    operations: {
      notes: { list: { service: 'auth', method: 'GET', path: '/v1/notes', scope: 'note.read' } },
    },
    allowedOrigins: [],
    limits: false,
    store,
    clock: {
      now: () => Date.now() + clock.ahead,
      monotonic: () => performance.now(),
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms).unref()),
    },
  })
}

/** Signs in; gives the cookie of the session. */
async function signIn(proxy: Handler): Promise<string> {
  const begun = await proxy(new Request(`${app}/user/sign-in`))
  const state = new URL(begun.headers.get('location')!).searchParams.get('state')!
  const cookie = begun.headers.getSetCookie()[0]!.split(';', 1)[0]!
  const query = new URLSearchParams({ code: 'code', state })
  const back = await proxy(new Request(`${app}/user/callback?${query}`, { headers: { cookie } }))
  return back.headers
    .getSetCookie()
    .find((line) => line.startsWith('__Host-waraq-session='))!
    .split(';', 1)[0]!
}

test.each([1, 3])('with %i processes: no session is there again, and no token is good', async (size) => {
  const stores = Array.from({ length: size }, () => redisStore(redis.url))
  try {
    let again = 0
    for (let round = 0; round < tries; round += 1) {
      const clock = { ahead: 0 }
      const fleet = stores.map((store) => member(store, clock))
      const of = (index: number) => fleet[index % size]!
      const cookie = await signIn(of(round))
      const ask = (proxy: Handler, address: string, method = 'GET') =>
        proxy(
          new Request(address, {
            method,
            headers: { cookie, 'x-relay': '1', 'sec-fetch-site': 'same-origin' },
          }),
        ).then(async (response) => {
          await response.body?.cancel()
          return response.status
        })
      expect(await ask(of(round), notes)).toBe(200)
      clock.ahead = hourMs - 30_000
      const meeting = [1, 2, 3].map((index) => ask(of(round + index), notes))
      // A little later each time, so that it meets the renewals at each of their steps.
      await new Promise((resolve) => setTimeout(resolve, (round % 20) / 4))
      expect(await ask(of(round), `${app}/user/sign-out`, 'POST')).toBe(204)
      const copied = await Promise.all(fleet.map((proxy) => ask(proxy, notes)))
      await Promise.all(meeting)
      const later = await Promise.all(fleet.map((proxy) => ask(proxy, notes)))
      if ([...copied, ...later].some((status) => status !== 401)) again += 1
    }
    expect(again).toBe(0)
    // What a renewal replaced has ended with it at a usual issuer. This one leaves the access token, which is kept nowhere.
    expect([...good].filter((token) => token.startsWith('refresh-'))).toEqual([])
    expect(good.has(`access-${issued}`)).toBe(false)
  } finally {
    await Promise.all(stores.map((store) => store.close()))
  }
})
