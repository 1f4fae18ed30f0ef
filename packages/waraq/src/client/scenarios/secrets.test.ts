/** Canaries: no error shows a token, a cursor or a sync token, even where the service echoes it back. */
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import {
  bench,
  html,
  json,
  scriptedFetch,
  streamed,
  type Sent,
  type Step,
} from '../scripted-service.test-support.ts'
import { failure } from '@waraq/test-support/failure'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { createContentClient } from '../content-client.ts'
import { relayTokens } from '../relay-tokens.ts'

const token = 'eyJhbGciOi.CANARY-TOKEN.c2ln'
const canaries = ['CANARY', encodeURIComponent('CANARY')]

/** Everything of an error that could end up in a log. */
function everything(error: unknown): string {
  const own = error instanceof Error ? [error.message, error.stack, everything(error.cause ?? '')] : []
  return [String(error), JSON.stringify(error), inspect(error, { depth: 10, showHidden: true }), ...own].join(
    '\n',
  )
}

const echo = (sent: Sent) => `${sent.url} ${JSON.stringify(sent.init.headers)} ${token}`

const steps: [string, Step][] = [
  [
    'a network error that quotes the request',
    (sent) => Promise.reject(new TypeError(`Failed: ${echo(sent)}`)),
  ],
  [
    'a network error whose cause quotes it',
    (sent) =>
      Promise.reject(
        new TypeError('x', { cause: Object.assign(new Error(echo(sent)), { code: 'ECONNRESET' }) }),
      ),
  ],
  ['an error page that quotes it', (sent) => new Response(echo(sent), { status: 500 })],
  [
    'a sign-in page that quotes it',
    (sent) => new Response(echo(sent), { headers: { 'content-type': 'text/html' } }),
  ],
  [
    'text that claims to be JSON',
    (sent) => new Response(echo(sent), { headers: { 'content-type': 'application/json' } }),
  ],
  ['cut JSON', (sent) => streamed([`{"x":"${echo(sent)}`], 'close')],
  ['a broken body', (sent) => streamed([echo(sent)], 'break')],
  ['wrong JSON', (sent) => json({ sync: { mutations: [{ [token]: echo(sent) }], has_more: echo(sent) } })],
  ['an error type', (sent) => json({ message: echo(sent), type: token, success: false }, 400)],
  ['an error code', (sent) => json({ error: { code: token, message: echo(sent) } }, 422)],
  ['a filter complaint', (sent) => json({ error: { code: 'invalid_resources', message: echo(sent) } }, 422)],
  ['a 401', (sent) => json({ message: echo(sent), type: 'unauthorized', success: false }, 401)],
  ['a 403', (sent) => json({ message: echo(sent), type: 'forbidden', success: false }, 403)],
  ['a 410', (sent) => json({ error: { code: 'resync_required', message: echo(sent) } }, 410)],
  ['a Retry-After', () => json({}, 503, { 'retry-after': token })],
  ['a content type', () => new Response('x', { headers: { 'content-type': `text/plain; x=1` } })],
  ['silence', () => new Promise<Response>(() => undefined)],
]

test.each(steps)('%s', async (_name, step) => {
  const shown: unknown[] = []
  const { client, clock } = bench([step], {
    tokens: { get: async () => ({ token, clientId: 'client-1', expiresAt: 0 }) },
    onRetry: (notice) => shown.push(notice.error),
    retry: { attempts: 2 },
  })
  const calls: (() => Promise<unknown>)[] = [
    () => client.sync({ filter: 'translations:20', syncToken: 'CANARY-SYNC' }),
    () => client.syncPage('/api/v4/resources/sync?cursor=CANARY-CURSOR'),
    () =>
      client.snapshot('/api/v4/resources/snapshots/translations/20?x=CANARY', (download) => download.text()),
    () => client.chapters(),
  ]
  for (const call of calls) {
    const outcome = await clock.run(call()).catch((error: unknown) => error)
    if (outcome instanceof Error) shown.push(outcome)
  }
  expect(shown.length).toBeGreaterThan(0)
  for (const error of shown) for (const canary of canaries) expect(everything(error)).not.toContain(canary)
})

test('a token that no header can carry is not quoted', async () => {
  for (const bad of [`${token}\n`, `${token}\u0000`, `ü${token}`, '']) {
    const { client, sent } = bench([json({})], {
      tokens: { get: async () => ({ token: bad, clientId: 'client-1', expiresAt: 0 }) },
    })
    const error = await failure(client.chapters())
    expect(error).toMatchObject({ code: 'token_unavailable', retryable: false })
    expect(everything(error)).not.toContain('CANARY')
    expect(sent).toHaveLength(0)
  }
})

test('what a token source throws is not passed on', async () => {
  const tokens = { get: () => Promise.reject(new Error(`secret ${token}`)) }
  const { client, clock } = bench([json({})], { tokens, retry: { attempts: 1 } })
  const error = await failure(clock.run(client.chapters()))
  expect(error).toMatchObject({ code: 'token_unavailable' })
  expect(everything(error)).not.toContain('CANARY')
})

test('failures of the relay show nothing of its answer', async () => {
  const relaySteps: Step[] = [
    json({ token, clientId: 7, expiresIn: 'x' }),
    json({ message: token, type: 'forbidden', success: false }, 403),
    (sent) => Promise.reject(new TypeError(echo(sent))),
    html(500),
    streamed([`{"token":"${token}`], 'break'),
  ]
  for (const step of relaySteps) {
    const clock = new VirtualClock()
    const { fetch } = scriptedFetch(step)
    const tokens = relayTokens('https://reader.example/token', { fetch, clock })
    const client = createContentClient({
      contentRoot: 'https://service.example/content',
      tokens,
      fetch,
      clock,
      retry: { attempts: 1 },
    })
    const error = await failure(clock.run(client.chapters()))
    expect(error).toMatchObject({ code: 'token_unavailable' })
    expect(everything(error)).not.toContain('CANARY')
  }
})

test('a refused content root does not show its credentials', () => {
  const make = () =>
    createContentClient({
      contentRoot: 'https://user:CANARY@service.example',
      tokens: { get: () => Promise.reject() },
    })
  try {
    make()
    expect.unreachable()
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_content_root' })
    expect(everything(error)).not.toContain('CANARY')
  }
})
