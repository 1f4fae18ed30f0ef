import { seeded, seedOf, type Random } from '@waraq/test-support/random'
import { expect, test } from 'vitest'
import { createTokenRelay } from '../token-relay.ts'

/** Requests made by chance: a token goes to those that pass every rule, as the rules are written down here a second time. */

const secret = 'CANARY-SECRET'
const token = 'CANARY-TOKEN'
const listed = ['https://reader.example', 'http://localhost:5173']

const methods = [
  'POST',
  'POST',
  'POST',
  'POST',
  'GET',
  'PUT',
  'DELETE',
  'PATCH',
  'HEAD',
  'OPTIONS',
  'post',
  'FOO',
]
const types = [
  'application/json',
  'application/json; charset=utf-8',
  'Application/JSON',

  'text/plain',
  'text/plain; x=application/json',
  'application/jsonp',
  'multipart/form-data; boundary=x',
  '',
]
const relayHeaders = ['1', '0', '11', '1, 1', 'true', '']
const origins = [
  ...listed,

  'null',
  'https://evil.example',
  'https://reader.example.evil.example',
  'https://reader.example:443',
  '',
  'http://reader.example',
  'HTTPS://READER.EXAMPLE',
  'https://reader.example, https://evil.example',
  'http://localhost:51730',
  'http://localhost',
  'https://evil.example https://reader.example',
  '*',
]
const bodies = [
  '{}',
  '',
  ' ',
  '{"x":1}',
  `{"renew":"${'a'.repeat(64)}"}`,
  '[]',
  'null',
  '1',
  '"x"',
  '{',
  '{"renew":1}',
  '{"renew":"short"}',
  `{"renew":"${'A'.repeat(64)}"}`,

  `{"x":"${'x'.repeat(1_010)}"}`,
  `{"x":"${'x'.repeat(2_000)}"}`,
  '{"__proto__":{"renew":1}}',
  '\ufeff{}',
]
const others: readonly (readonly [string, string])[] = [
  ['sec-fetch-site', 'same-origin'],
  ['sec-fetch-site', 'cross-site'],
  ['host', 'evil.example'],
  ['x-forwarded-host', 'evil.example'],
  ['x-forwarded-for', '127.0.0.1'],
  ['x-http-method-override', 'POST'],
  ['authorization', `Basic ${btoa('client-1:x')}`],
  ['referer', 'https://reader.example/'],
  ['cookie', 'session=1'],
  ['x-original-url', '/oauth2/token'],
]

interface Made {
  readonly method: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string | undefined
}

function made(random: Random): Made {
  const headers: (readonly [string, string])[] = []
  /** Mostly the first value, which is right: a request that is wrong in all its parts shows little. */
  const value = (values: readonly string[]) => (random.chance(0.75) ? values[0]! : random.pick(values))
  const add = (name: string, values: readonly string[]) => {
    if (!random.oneIn(12)) headers.push([name, value(values)])
  }
  add('content-type', types)
  add('x-relay', relayHeaders)
  add('origin', origins)
  while (random.oneIn(3)) headers.push(random.pick(others))
  const method = value(methods)
  return { method, headers, body: /^(GET|HEAD)$/i.test(method) ? undefined : value(bodies) }
}

/** The rules, a second time. */
function mayHave({ method, headers, body = '' }: Made): boolean {
  const valuesOf = (name: string) => headers.filter(([each]) => each === name).map(([, value]) => value)
  const [origin] = valuesOf('origin')
  const [type = ''] = valuesOf('content-type')
  // The platform writes `post` as `POST`.
  if (method.toUpperCase() !== 'POST' || (method !== 'POST' && method !== 'post')) return false
  if (!/^application\/json(;|$)/i.test(type) || valuesOf('x-relay').join() !== '1') return false
  if (origin === undefined || !listed.includes(origin)) return false
  if (new TextEncoder().encode(body).length > 1_024) return false
  // A byte order mark at the start is no part of the text.
  const text = body.replace(/^\ufeff/, '').trim()
  if (text === '') return true
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    const { renew } = value as { renew?: unknown }
    return renew === undefined || (typeof renew === 'string' && /^[0-9a-f]{64}$/.test(renew))
  } catch {
    return false
  }
}

/** `pnpm test:deep` sends more; `WARAQ_FUZZ_REQUESTS=1000000` makes it a million, `WARAQ_FUZZ_SEED` others. */
const count = Number(process.env['WARAQ_FUZZ_REQUESTS'] ?? (process.env['WARAQ_DEEP'] ? 50_000 : 800))
const series = Number(process.env['WARAQ_FUZZ_SEED'] ?? 1)

test(`of ${count} requests those that may have a token have one, and all others nothing`, async () => {
  const asked = new Set<string>()
  const relay = createTokenRelay({
    authUrl: 'https://issuer.example',
    clientId: 'client-1',
    clientSecret: secret,
    allowedOrigins: listed,
    authorize: 'everyone',
    limits: false,
    fetch: async (input, init) => {
      asked.add(`${init?.method} ${String(input)}`)
      return Response.json({ access_token: token, expires_in: 3_600, scope: 'content' })
    },
  })
  const reported = { given: 0, refused: 0, preflights: 0 }
  for (let index = 0; index < count; index += 1) {
    const random = seeded(seedOf(series, index))
    const request = made(random)
    const { method, headers, body } = request
    const answer = await relay(
      new Request('https://relay.example/token', {
        method,
        headers: headers.map(([name, text]): [string, string] => [name, text]),
        ...(body === undefined ? {} : { body }),
      }),
    )
    const shown = `${[...answer.headers].join()} ${await answer.text()}`
    const what = () => `${series}:${index} ${JSON.stringify(request)} → ${answer.status}`
    if (shown.includes(secret)) throw new Error(`${what()} tells the secret`)
    const cors = answer.headers.get('access-control-allow-origin')
    if (cors !== null && !listed.includes(cors)) throw new Error(`${what()} lets ${cors} read`)
    if (shown.includes(token) !== (answer.status === 200)) throw new Error(what())
    if (answer.status === 204 && method === 'OPTIONS') reported.preflights += 1
    else if ((answer.status === 200) !== mayHave(request) || ![200, 403].includes(answer.status)) {
      throw new Error(what())
    } else reported[answer.status === 200 ? 'given' : 'refused'] += 1
  }
  expect([...asked]).toEqual(['POST https://issuer.example/oauth2/token'])
  expect(reported.given).toBeGreaterThan(count / 10)
  expect(reported.refused).toBeGreaterThan(count / 4)
})
