import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { describe, expect, test } from 'vitest'
import type { RelayLogEntry } from '../events/log.ts'
import { createGuard, Refused, type Rules, type Work } from './guard.ts'
import type { AccessOptions, HostContext } from './options.ts'

const origin = 'https://reader.example'
const rules: Rules = {
  route: 'content',
  methods: ['GET', 'POST'],
  headers: ['content-type'],
  sameOrigin: false,
  refuses: (_, request) => (request.url.endsWith('/nothing') ? 'path' : undefined),
}

function bench(options: Partial<AccessOptions> = {}, work: Work = async () => Response.json({})) {
  const clock = new VirtualClock()
  const observed: RelayLogEntry[] = []
  const guard = createGuard(
    {
      allowedOrigins: [origin],
      authorize: 'everyone',
      clock,
      requestId: () => 'r',
      observe: (entry) => observed.push(entry),
      ...options,
    },
    rules,
  )
  const send = (init: RequestInit & { path?: string } = {}, host?: HostContext) => {
    const request = new Request(`https://relay.example${init.path ?? '/'}`, {
      ...init,
      headers: { origin, 'x-relay': '1', ...(init.headers as Record<string, string>) },
    })
    return guard.handle(request, host, work)
  }
  return { clock, observed, send }
}

const preflight = { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } }
const credentials = 'access-control-allow-credentials'

describe('the browser of a page of another origin', () => {
  test('is told that cookies may come along, where that is wanted', async () => {
    const { send } = bench({ credentials: true })
    for (const init of [{}, preflight]) {
      const { headers } = await send(init)
      expect([headers.get('access-control-allow-origin'), headers.get(credentials)]).toEqual([origin, 'true'])
    }
    const without = bench()
    for (const init of [{}, preflight]) expect((await without.send(init)).headers.get(credentials)).toBeNull()
    const stranger = await send({ headers: { origin: 'https://evil.example' } })
    expect([stranger.status, stranger.headers.get(credentials)]).toEqual([403, null])
  })

  test('may send the headers that are listed, and no others', async () => {
    const { send } = bench({ allowedHeaders: ['Authorization'] })
    const asks = (names: string) =>
      send({ ...preflight, headers: { ...preflight.headers, 'access-control-request-headers': names } })
    const answer = await asks('authorization, content-type, x-relay')
    expect(answer.headers.get('access-control-allow-headers')).toBe('x-relay, content-type, authorization')
    expect((await asks('x-auth-token')).status).toBe(403)
  })

  test('can read what was refused, and the name of its request', async () => {
    const { send } = bench({ authorize: () => false })
    const { status, headers } = await send()
    expect([status, headers.get('access-control-allow-origin'), headers.get('x-request-id')]).toEqual([
      403,
      origin,
      'r',
    ])
    expect(headers.get('access-control-expose-headers')).toContain('X-Request-Id')
  })
})

test('a server that has names answers to those', async () => {
  const { send, observed } = bench({ allowedHosts: ['Relay.example', 'localhost:8787'] })
  for (const host of ['relay.example', 'RELAY.example', 'localhost:8787'])
    expect((await send({ headers: { host } })).status).toBe(200)
  for (const host of ['evil.example', 'relay.example:444', 'localhost', ''])
    expect((await send({ headers: { host } })).status).toBe(403)
  expect(observed.filter(({ event }) => event === 'refused')[0]).toMatchObject({ reason: 'host' })
})

test('the cheapest checks come first, and the log alone is told which one failed', async () => {
  const asked: string[] = []
  const { send, observed } = bench({
    limits: { perClient: 1 },
    authorize: () => {
      asked.push('authorize')
      return true
    },
  })
  const refused = [
    await send({ method: 'PUT' }),
    await send({ path: '/nothing' }),
    await send({ headers: { 'x-relay': '0' } }),
    await send({ headers: { origin: 'https://evil.example' } }),
  ]
  expect(new Set(await Promise.all(refused.map((answer) => answer.text()))).size).toBe(1)
  expect(asked).toEqual([])
  expect(observed.flatMap((entry) => (entry.event === 'refused' ? [entry.reason] : []))).toEqual([
    'method',
    'path',
    'relay_header',
    'origin_unlisted',
  ])
})

test('limits come before the application’s word', async () => {
  let asked = 0
  const { send, observed } = bench({
    limits: { perClient: 2 },
    authorize: () => {
      asked += 1
      return true
    },
  })
  const statuses = []
  for (let n = 0; n < 4; n += 1) statuses.push((await send({}, { address: '1.1.1.1' })).status)
  statuses.push((await send({}, { address: '1.1.1.2' })).status)
  expect([statuses, asked]).toEqual([[200, 200, 429, 429, 200], 3])
  const limited = await send({}, { address: '1.1.1.1' })
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(observed).toContainEqual({ event: 'limited', limit: 'client', request: 'r' })
})

describe('every failure is answered', () => {
  const cases: [string, Partial<AccessOptions>, Work | undefined, number][] = [
    ['work that throws', {}, () => Promise.reject(new Error('CANARY')), 500],
    ['work that refuses', {}, () => Promise.reject(new Refused('body')), 403],
    [
      'authorize that throws',
      {
        authorize: () => {
          throw new Error('CANARY')
        },
      },
      undefined,
      403,
    ],
    ['authorize that says "yes"', { authorize: () => 'yes' as unknown as boolean }, undefined, 403],
    [
      'observe that throws',
      {
        observe: () => {
          throw new Error('CANARY')
        },
      },
      undefined,
      200,
    ],
    ['log that rejects', { log: () => Promise.reject(new Error('CANARY')) }, undefined, 200],
    [
      'a store that fails at everything',
      { store: new Proxy({}, { get: () => () => Promise.reject(new Error('CANARY')) }) as never },
      undefined,
      200,
    ],
  ]
  test.each(cases)('%s', async (_, options, work, status) => {
    const answer = await bench(options, work).send()
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store'])
    expect(await answer.text()).not.toContain('CANARY')
  })

  test('a defect is told by the name of the request alone', async () => {
    const { send, observed } = bench({}, () => Promise.reject(new Error('CANARY')))
    await send()
    expect(observed).toEqual([
      { event: 'relay_failed', request: 'r' },
      { event: 'answered', route: 'content', status: 500, ms: 0, request: 'r' },
    ])
  })
})

test.each([
  ['nothing', undefined],
  ['true', true],
  ['another word', 'anyone'],
])('who may ask has to be said: %s', (_, authorize) =>
  expect(() => bench({ authorize: authorize as never })).toThrow('authorize must say who may ask'),
)
