import { expect, it } from 'vitest'
import { hostWith } from '../host.test-support.ts'
import { main } from '../main.ts'
import { isToken, serve, withHeaders, type Oddity } from '../odd-service.test-support.ts'

/** No command writes a token, the client id or the secret, even if a service or the platform quotes them. */

const clientId = 'canary-client'
const clientSecret = 'canary+/%"\\secret'
const basic = btoa(
  [clientId, clientSecret].map((text) => new URLSearchParams([['', text]]).toString().slice(1)).join(':'),
)
const accessToken = 'canary.token.of-the-issuer'
const secrets = [clientId, clientSecret, basic, btoa(`${clientId}:${clientSecret}`), accessToken]
/** With a word that is in most of them, so that no part is left. */
const canaries = [...secrets, 'canary']

const clients = [{ clientId, clientSecret, scopes: ['content'] }]

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

/** All of them in one text, as some service might quote a request. */
const quoted = secrets.join(' ')

const issues = (body: object): Response => json(200, { access_token: accessToken, expires_in: 60, ...body })

const change = {
  sequence: 1,
  type: 'ROW_UPDATE',
  resource_group: 'translations',
  resource_id: 20,
  record_type: accessToken,
  record_key: clientId,
  changed_at: '2026-01-01T00:00:00Z',
  data: { id: 1, [accessToken]: clientId },
}

const page = (mutations: readonly object[]) =>
  json(200, {
    sync: { sync_until_sequence: 1, has_more: false, next_sync_token: accessToken, mutations },
  })

const oddities: Readonly<Record<string, Oddity>> = {
  'answers as it should': (request, ask) => ask(request),
  'quotes the credentials where it refuses them': () =>
    json(
      401,
      { error: clientSecret, error_description: basic },
      { 'www-authenticate': `Basic realm="${basic}"` },
    ),
  'grants them as a scope': () => issues({ scope: `content ${clientId}` }),
  'quotes the request in every refusal': (request) =>
    isToken(request)
      ? issues({})
      : json(422, { error: { code: 'invalid_resources', message: quoted } }, { date: accessToken }),
  'answers with HTML that has them': (request) =>
    isToken(request)
      ? issues({})
      : new Response(`<p>${quoted}</p>`, {
          status: 500,
          headers: { 'content-type': `text/html; x=${accessToken}` },
        }),
  'names record types after them': (request) => (isToken(request) ? issues({}) : page([change])),
  'names groups after them': (request) =>
    isToken(request) ? issues({}) : page([{ ...change, resource_group: accessToken, type: accessToken }]),
  'leads to an address of them': (request) =>
    isToken(request)
      ? issues({})
      : json(200, {
          sync: {
            sync_until_sequence: 1,
            has_more: true,
            next_page_url: `/${accessToken}?${accessToken}`,
            mutations: [],
          },
        }),
  'quotes the token in its headers': async (request, ask) => {
    const token = request.headers.get('x-auth-token') ?? 'none'
    const headers = { 'access-control-allow-origin': token, 'content-encoding': token, date: token }
    return isToken(request) ? ask(request) : withHeaders(await ask(request), headers)
  },
}

const commands: readonly (readonly string[])[] = [
  ['doctor'],
  ['doctor', '--json'],
  ['doctor', '--record', 'answers.json'],
  ['conform', 'service'],
  ['inspect', 'translations:20', '--compare'],
  ['inspect', 'translations:20', '--json', '--rounds', '1', '--interval', '1'],
]

it.each(
  Object.entries(oddities).flatMap(([name, oddity]) =>
    commands.map((words) => [name, words.join(' '), oddity] as const),
  ),
)('a service that %s: waraq %s', async (_, words, oddity) => {
  const { contentRoot, issuer } = await serve(oddity, { clients })
  const { host, shown } = hostWith({
    isTerminal: true,
    env: {
      WARAQ_AUTH_URL: issuer.authUrl,
      WARAQ_CONTENT_ROOT: contentRoot,
      WARAQ_CLIENT_ID: clientId,
      WARAQ_CLIENT_SECRET: clientSecret,
    },
    // Waiting is nothing that leaks.
    clock: { now: Date.now, monotonic: () => performance.now(), sleep: quick },
  })
  const code = await main(words.split(' '), host)
  expect([0, 1, 2]).toContain(code)
  const all = [shown.out, shown.err, ...shown.files.values()].join('\n')
  expect(all.length).toBeGreaterThan(0)
  for (const canary of canaries) expect(all).not.toContain(canary)
  // A token that the sandbox made.
  expect(all).not.toMatch(/\beyJ/)
})

/** Short waits pass at once; the long ones are deadlines, which end with their signal. */
function quick(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Over', 'AbortError')), { once: true })
    if (signal?.aborted) reject(new DOMException('Over', 'AbortError'))
    else if (ms < 4_900) resolve()
  })
}

it.each(commands)('a platform that quotes headers in its errors: %s', async (...words) => {
  const { host, shown } = hostWith({
    env: {
      WARAQ_AUTH_URL: 'http://127.0.0.1:9',
      WARAQ_CONTENT_ROOT: 'http://127.0.0.1:9/content',
      WARAQ_CLIENT_ID: clientId,
      WARAQ_CLIENT_SECRET: clientSecret,
    },
    fetch: async (input, init) => {
      if (String(input).endsWith('/oauth2/token')) return issues({})
      const headers = [...new Headers(init?.headers)].join()
      throw new RangeError(`Invalid header ${headers}`, { cause: headers })
    },
    clock: { now: Date.now, monotonic: () => performance.now(), sleep: quick },
  })
  expect(await main(words, host)).toBe(2)
  const all = [shown.out, shown.err, ...shown.files.values()].join('\n')
  for (const canary of canaries) expect(all).not.toContain(canary)
})

it('a secret that is not set, or set twice, is named and not quoted', async () => {
  const env = {
    WARAQ_AUTH_URL: 'https://issuer.example',
    WARAQ_CLIENT_ID: clientId,
    WARAQ_CLIENT_SECRET: clientSecret,
  }
  const { host, shown } = hostWith({ env: { ...env, WARAQ_CLIENT_SECRET_FILE: clientSecret } })
  expect(await main(['doctor'], host)).toBe(2)
  expect(shown.err).toContain('WARAQ_CLIENT_SECRET_FILE')
  expect(shown.err).not.toContain('canary')
})
