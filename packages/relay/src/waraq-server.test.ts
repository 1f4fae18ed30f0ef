import { isWaraqError } from '@waraq/protocol'
import { describe, expect, it, vi } from 'vitest'
import { origin, secret, tokenNumber } from './content-proxy/proxy.test-support.ts'
import { waraqServer, type WaraqServerOptions } from './waraq-server.ts'

const env = { WARAQ_CLIENT_ID: 'client-1', WARAQ_CLIENT_SECRET: secret, WARAQ_ENVIRONMENT: 'prelive' }
const bookmarks = {
  list: { service: 'auth', method: 'GET', path: '/v1/bookmarks', scope: 'bookmark' },
} as const

/** A server over an issuer and a service that answer each request. */
function server(options: Partial<WaraqServerOptions> = {}) {
  const sent: Request[] = []
  const handler = waraqServer({
    authorize: 'everyone',
    env,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      sent.push(request)
      return request.url.includes('/oauth2/token')
        ? Response.json({
            access_token: tokenNumber(1),
            expires_in: 3_600,
            scope: 'content',
            token_type: 'bearer',
          })
        : Response.json({ rows: [] })
    },
    ...options,
  })
  const ask = (path: string, headers: Record<string, string> = {}) =>
    handler(
      new Request(`${origin}${path}`, {
        headers: { 'sec-fetch-site': 'same-origin', 'x-relay': '1', ...headers },
      }),
    )
  return { ask, sent, handler }
}

const snapshot = '/api/v4/resources/snapshots/translations/20'

describe('below one path', () => {
  it('content goes on to the environment’s service, with a token that no caller sees', async () => {
    const { ask, sent } = server()
    const answer = await ask(`/waraq/content${snapshot}`)
    expect(answer.status).toBe(200)
    expect(sent.map(({ url }) => url)).toEqual([
      'https://prelive-oauth2.quran.foundation/oauth2/token',
      `https://apis-prelive.quran.foundation/content${snapshot}`,
    ])
    expect(sent[1]!.headers.get('x-auth-token')).toBe(tokenNumber(1))
    const reported = JSON.stringify([[...answer.headers], await answer.text()])
    expect(reported).not.toContain(secret)
    expect(reported).not.toContain(tokenNumber(1))
  })

  it('at another path, for pages of another origin, at another service', async () => {
    const { ask, sent } = server({
      path: '/api/library/',
      allowedOrigins: ['https://elsewhere.example'],
      contentRoot: 'https://service.example/content',
      env: { WARAQ_CLIENT_ID: 'a', WARAQ_CLIENT_SECRET: 'b', WARAQ_AUTH_URL: 'https://issuer.example' },
    })
    const answer = await ask(`/api/library/content${snapshot}`, {
      'sec-fetch-site': 'cross-site',
      origin: 'https://elsewhere.example',
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://elsewhere.example')
    expect(sent.at(-1)!.url).toBe(`https://service.example/content${snapshot}`)
  })

  it.each([
    '/waraq',
    '/waraq/',
    '/waraq/token',
    '/waraq/user/session',
    '/waraq/constructor',
    '/content/api',
    '/waraqs/content',
  ])('%s is answered like every request that is refused', async (path) => {
    const { ask, sent } = server()
    expect((await ask(path)).status).toBe(403)
    expect(sent).toEqual([])
  })

  it('people sign in where operations are named', async () => {
    const { ask } = server({ user: { operations: { bookmarks } } })
    const session = await ask('/waraq/user/session')
    expect([session.status, await session.json()]).toEqual([200, { signedIn: false }])
    const begun = await ask('/waraq/user/sign-in', { 'sec-fetch-site': 'none' })
    expect(begun.headers.get('location')).toMatch(
      /^https:\/\/prelive-oauth2\.quran\.foundation\/oauth2\/auth\?/,
    )
    expect(new URL(begun.headers.get('location')!).searchParams.get('redirect_uri')).toBe(
      `${origin}/waraq/user/callback`,
    )
  })

  it('prints why it has no token, if it was given no log', async () => {
    const printed = vi.spyOn(console, 'error').mockReturnValue()
    const refusing = { fetch: async () => Response.json({ error: 'invalid_client' }, { status: 401 }) }
    expect((await server(refusing).ask(`/waraq/content${snapshot}`)).status).toBe(503)
    expect(printed.mock.calls).toEqual([
      [expect.stringMatching(/^waraqServer: .*"issuer_refused".*"invalid_client"/)],
    ])
    const entries: unknown[] = []
    await server({ ...refusing, log: (entry) => entries.push(entry) }).ask(`/waraq/content${snapshot}`)
    expect(entries).toMatchObject([{ event: 'issuer_refused' }, { event: 'unavailable' }])
    expect(printed).toHaveBeenCalledTimes(1)
  })

  it('asks `authorize` before the service', async () => {
    const { ask, sent } = server({ authorize: () => false })
    expect((await ask(`/waraq/content${snapshot}`)).status).toBe(403)
    expect(sent).toEqual([])
  })
})

it.each<[string, Partial<WaraqServerOptions>, RegExp]>([
  [
    'the client',
    { env: { ...env, WARAQ_CLIENT_ID: ' ' } },
    /clientId must be set, or the variable WARAQ_CLIENT_ID/,
  ],
  ['the secret', { env: { ...env, WARAQ_CLIENT_SECRET: undefined } }, /clientSecret .* WARAQ_CLIENT_SECRET/],
  ['the environment', { env: { ...env, WARAQ_ENVIRONMENT: undefined } }, /environment .* WARAQ_ENVIRONMENT/],
  [
    'a right environment',
    { env: { ...env, WARAQ_ENVIRONMENT: 'constructor' } },
    /one of prelive, production/,
  ],
  ['the content root', { authUrl: 'https://issuer.example' }, /contentRoot must be set/],
  ['a plain path', { path: '/a b' }, /path must be plain/],
])(
  'says by name that %s is missing, with the first request and never its value',
  async (_, options, message) => {
    const { ask } = server(options)
    const error = await ask('/waraq/content').catch((thrown: unknown) => thrown)
    expect(isWaraqError(error) && error.code).toBe('invalid_relay_configuration')
    expect((error as Error).message).toMatch(message)
    expect((error as Error).message).not.toContain(secret)
  },
)
