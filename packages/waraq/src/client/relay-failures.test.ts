import { afterEach, expect, test, vi } from 'vitest'
import { failure } from '@waraq/test-support/failure'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { html, json, scriptedFetch, type Step } from './scripted-service.test-support.ts'
import { relayTokens } from './relay-tokens.ts'

afterEach(() => vi.unstubAllGlobals())

const page = 'http://127.0.0.1:5173'

/** The error that a page gets of a relay that answers so. */
async function reported(relay: string, step: Step): Promise<string> {
  vi.stubGlobal('location', new URL(`${page}/read`))
  const clock = new VirtualClock()
  const { fetch } = scriptedFetch(step)
  const error = await failure(clock.run(relayTokens(relay, { fetch, clock }).get()))
  expect(error).toMatchObject({ code: 'token_unavailable' })
  return error.message
}

const noConnection = new TypeError('Failed to fetch')

test('no answer from another origin: the relay is down, or does not list ours', async () => {
  const message = await reported('http://localhost:8787/token', noConnection)
  expect(message).toContain('runs at http://localhost:8787/token')
  expect(message).toContain(`origin, ${page} (localhost and 127.0.0.1 are two)`)
  expect(message).toContain('CORS')
  expect(
    await reported('http://localhost:8787/token', () => new Promise<Response>(() => undefined)),
  ).toContain(page)
})

test('no answer from our own origin has nothing to do with origins', async () => {
  const message = await reported('/token', noConnection)
  expect(message).toContain(`runs at ${page}/token.`)
  expect(message).not.toMatch(/CORS|list/)
})

test.each([
  ['a wrong path of a server that knows it', html(404), /404.*path/],
  [
    'a wrong path of a server that gives its page for everything',
    html(),
    /HTML page, as a server gives for a/,
  ],
  ['JSON of something else', json({ ok: true }), /something else than a token/],
  ['a refusal', json({}, 403), /403.*admits this origin/],
  ['an outage', json({}, 503), /503.*log says why/],
])('%s', async (_, step, says) => {
  expect(await reported('/token', step)).toMatch(says)
})
