import { IssuedToken, OAuthError } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { sandboxClientId, sandboxClientSecret } from '../index.ts'
import { failure, smallSandbox } from '../service-client.test-support.ts'

const basic = (id: string, secret: string) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` })
const good = basic(sandboxClientId, sandboxClientSecret)
const form = 'grant_type=client_credentials&scope=content'

function ask(body: string, headers: Record<string, string>, sandbox = smallSandbox()) {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const url = 'http://localhost/oauth2/token'
  return sandbox.fetch(new Request(url, { method: 'POST', body, headers: { ...type, ...headers } }))
}

describe('token issuer', () => {
  it('issues a token that the content API accepts', async () => {
    const sandbox = smallSandbox({ tokenLifetime: 120 })
    const response = await ask(form, good, sandbox)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const issued = IssuedToken.parse(await response.json())
    expect(issued).toMatchObject({ expires_in: 120, scope: 'content', token_type: 'bearer' })
    const headers = { 'x-auth-token': issued.access_token, 'x-client-id': sandboxClientId }
    const answer = await sandbox.fetch(new Request('http://localhost/content/api/v4/chapters', { headers }))
    expect(answer.status).toBe(200)
  })

  it.each([['with+spaces+in+it'], ['with%20spaces%20in%20it']])(
    'reads a secret %s as a form has it',
    async (sent) => {
      const sandbox = smallSandbox({ clients: [{ clientId: 'a', clientSecret: 'with spaces in it' }] })
      expect((await ask(form, basic('a', sent), sandbox)).status).toBe(200)
    },
  )

  it.each([
    ['wrong secret', form, basic(sandboxClientId, 'x'), 401, 'invalid_client'],
    ['unknown client', form, basic('x', 'x'), 401, 'invalid_client'],
    ['no authentication', form, {}, 401, 'invalid_client'],
    [
      'secret in the body',
      `${form}&client_id=${sandboxClientId}&client_secret=${sandboxClientSecret}`,
      {},
      401,
      'invalid_client',
    ],
    ['secret in both', `${form}&client_secret=${sandboxClientSecret}`, good, 401, 'invalid_client'],
    ['no grant type', 'scope=content', good, 400, 'invalid_request'],
    ['another grant type', 'grant_type=password&scope=content', good, 400, 'unsupported_grant_type'],
    ['no scope', 'grant_type=client_credentials', good, 400, 'invalid_scope'],
    [
      'a scope that the client lacks',
      'grant_type=client_credentials&scope=admin',
      good,
      400,
      'invalid_scope',
    ],
    ['a JSON body', '{}', { ...good, 'content-type': 'application/json' }, 400, 'invalid_request'],
  ])('refuses %s', async (_, body, headers, status, error) => {
    const response = await ask(body, headers as Record<string, string>)
    expect(response.status).toBe(status)
    expect(OAuthError.parse(await response.json()).error).toBe(error)
  })
})

describe('authentication of content requests', () => {
  const request = (headers: Record<string, string>) =>
    new Request('http://localhost/content/api/v4/chapters', { headers })
  const headersOf = ({ token, clientId }: { token: string; clientId: string }) => {
    return { 'x-auth-token': token, 'x-client-id': clientId }
  }

  it('refuses missing, garbled and foreign tokens', async () => {
    const sandbox = smallSandbox()
    const own = headersOf(await sandbox.accessToken())
    const foreign = headersOf(await smallSandbox({ environment: 'production' }).accessToken())
    for (const headers of [
      {},
      { 'x-auth-token': own['x-auth-token'] },
      { 'x-client-id': own['x-client-id'] },
      { ...own, 'x-auth-token': `${own['x-auth-token']}x` },
      { ...own, 'x-client-id': 'another' },
      foreign,
    ]) {
      expect(await failure(await sandbox.fetch(request(headers)))).toBe('401 unauthorized')
    }
  })

  it('refuses a token of another scope with 403', async () => {
    const sandbox = smallSandbox()
    const headers = headersOf(await sandbox.accessToken({ scope: 'bookmark' }))
    expect(await failure(await sandbox.fetch(request(headers)))).toBe('403 insufficient_scope')
  })

  it('refuses a token after its lifetime, and all of them after expireTokens', async () => {
    let now = 1_000_000
    const sandbox = smallSandbox({ now: () => now, tokenLifetime: 60 })
    const first = headersOf(await sandbox.accessToken())
    now += 59_000
    expect((await sandbox.fetch(request(first))).status).toBe(200)
    now += 2_000
    expect(await failure(await sandbox.fetch(request(first)))).toBe('401 unauthorized')
    const second = headersOf(await sandbox.accessToken())
    sandbox.expireTokens()
    expect(await failure(await sandbox.fetch(request(second)))).toBe('401 unauthorized')
    const third = headersOf(await sandbox.accessToken())
    expect((await sandbox.fetch(request(third))).status).toBe(200)
  })
})
