import { createHash } from 'node:crypto'
import { IssuedToken, OAuthError } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { sandboxClientId, sandboxClientSecret, type SandboxOptions } from '../index.ts'
import { failure, smallSandbox } from '../service-client.test-support.ts'

const redirectUri = 'http://localhost:4000/callback'
const verifier = 'a-verifier-of-at-least-forty-three-characters-in-all'
const challenge = createHash('sha256').update(verifier).digest('base64url')

const usual = {
  response_type: 'code',
  client_id: sandboxClientId,
  redirect_uri: redirectUri,
  scope: 'note.read bookmark',
  state: 'kept',
  login_hint: 'amina',
}
type Parameters = Readonly<Record<string, string>>

function start(options: SandboxOptions = {}) {
  let now = Date.parse('2026-01-01T00:00:00Z')
  const sandbox = smallSandbox({ now: () => now, ...options })
  const authorize = (parameters: Parameters) =>
    sandbox.fetch(new Request(`http://localhost/oauth2/auth?${new URLSearchParams(parameters)}`))
  const sentBack = async (parameters: Parameters) => {
    const response = await authorize(parameters)
    expect(response.status).toBe(302)
    const { origin, pathname, searchParams } = new URL(response.headers.get('location')!)
    return { to: origin + pathname, ...Object.fromEntries(searchParams) } as Record<string, string>
  }
  const redeem = (parameters: Parameters) =>
    sandbox.fetch(
      new Request('http://localhost/oauth2/token', {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${sandboxClientId}:${sandboxClientSecret}`)}` },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          redirect_uri: redirectUri,
          ...parameters,
        }),
      }),
    )
  const later = (ms: number) => (now += ms)
  return { sandbox, authorize, sentBack, redeem, later }
}

const without = (name: keyof typeof usual): Parameters =>
  Object.fromEntries(Object.entries(usual).filter(([one]) => one !== name))

describe('signing in', () => {
  it('ends with a code that buys one token, bound to the user and to what was allowed', async () => {
    const { sandbox, sentBack, redeem } = start()
    const { to, state, code } = await sentBack(usual)
    expect([to, state]).toEqual([redirectUri, 'kept'])
    const issued = IssuedToken.parse(await (await redeem({ code: code! })).json())
    expect(issued.scope).toBe('note.read bookmark')
    const ask = (path: string) =>
      sandbox.fetch(
        new Request(`http://localhost/auth${path}`, {
          headers: { 'x-auth-token': issued.access_token, 'x-client-id': sandboxClientId },
        }),
      )
    expect((await ask('/v1/notes')).status).toBe(200)
    expect((await ask('/v1/bookmarks?mushafId=1')).status).toBe(200)
    expect(await failure(await ask('/v1/collections'))).toBe('403 insufficient_scope')
    expect(OAuthError.parse(await (await redeem({ code: code! })).json()).error).toBe('invalid_grant')
  })

  it('goes on by refresh tokens where that was allowed, each good for once', async () => {
    const { sandbox, sentBack, redeem } = start()
    const { code } = await sentBack({ ...usual, scope: 'note.read offline_access' })
    const first = (await (await redeem({ code: code! })).json()) as { refresh_token: string }
    const renew = (token: string) => redeem({ grant_type: 'refresh_token', refresh_token: token })
    const second = (await (await renew(first.refresh_token)).json()) as IssuedToken & {
      refresh_token: string
    }
    expect(second).toMatchObject({
      scope: 'note.read offline_access',
      refresh_token: expect.any(String) as string,
    })
    expect(OAuthError.parse(await (await renew(first.refresh_token)).json()).error).toBe('invalid_grant')
    sandbox.endSessions('amina')
    expect(OAuthError.parse(await (await renew(second.refresh_token)).json()).error).toBe('invalid_grant')
  })

  it('ends with the token that is revoked, for the client that has it', async () => {
    const { sandbox, sentBack, redeem } = start()
    const basic = `Basic ${btoa(`${sandboxClientId}:${sandboxClientSecret}`)}`
    const revoke = (body: Parameters, authorization = basic) =>
      sandbox.fetch(
        new Request('http://localhost/oauth2/revoke', {
          method: 'POST',
          headers: { authorization },
          body: new URLSearchParams(body),
        }),
      )
    const statusOf = async (token: string) => {
      const headers = { 'x-auth-token': token, 'x-client-id': sandboxClientId }
      return (await sandbox.fetch(new Request('http://localhost/auth/v1/notes', { headers }))).status
    }
    const signedIn = async () => {
      const { code } = await sentBack({ ...usual, scope: 'note.read offline_access' })
      return (await (await redeem({ code: code! })).json()) as IssuedToken & { refresh_token: string }
    }
    const [one, other] = [await signedIn(), await signedIn()]
    expect((await revoke({ token: one.refresh_token }, 'Basic eDp4')).status).toBe(401)
    expect(await statusOf(one.access_token)).toBe(200)
    expect((await revoke({ token: one.refresh_token })).status).toBe(200)
    expect(await statusOf(one.access_token)).toBe(401)
    const renewal = await redeem({ grant_type: 'refresh_token', refresh_token: one.refresh_token })
    expect(OAuthError.parse(await renewal.json()).error).toBe('invalid_grant')
    expect(await statusOf(other.access_token)).toBe(200)
    expect((await revoke({ token: other.access_token })).status).toBe(200)
    expect(await statusOf(other.access_token)).toBe(401)
    expect((await revoke({ token: 'none at all' })).status).toBe(200)
    expect((await revoke({})).status).toBe(400)
  })

  it('gives no refresh token where none was asked for', async () => {
    const { sentBack, redeem } = start()
    const { code } = await sentBack(usual)
    expect(await (await redeem({ code: code! })).json()).not.toHaveProperty('refresh_token')
  })

  it('gives an id token where it was asked for, which is good for nothing else', async () => {
    const { sandbox, sentBack, redeem } = start()
    const answer = async (scope: string) => {
      const { code } = await sentBack({ ...usual, scope })
      return (await (await redeem({ code: code! })).json()) as { id_token?: string }
    }
    expect(await answer('note.read')).not.toHaveProperty('id_token')
    const { id_token: token = '' } = await answer('note.read openid')
    const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as object
    const { id } = sandbox.users.find(({ username }) => username === usual.login_hint)!
    expect(claims).toMatchObject({ sub: id, aud: sandboxClientId })
    const headers = { 'x-auth-token': token, 'x-client-id': sandboxClientId }
    const asked = await sandbox.fetch(new Request('http://localhost/auth/v1/notes', { headers }))
    expect(asked.status).toBe(401)
  })

  it('asks for the user, where none was named', async () => {
    const { authorize } = start()
    const page = await authorize(without('login_hint'))
    const text = await page.text()
    const [, style] = /<style>([^]*)<\/style>/.exec(text)!
    const hash = createHash('sha256').update(style!).digest('base64')
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
    expect(page.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}';`)
    expect(text.match(/name="login_hint" value="\w+"/g)).toHaveLength(5)
    expect(text).toContain(`name="redirect_uri" value="${redirectUri}"`)
  })

  it('shows what it was sent as text', async () => {
    const { authorize } = start()
    const text = await (
      await authorize({ ...without('login_hint'), state: '"><script>alert(1)</script>' })
    ).text()
    expect(text).not.toContain('<script>')
  })

  it.each([
    ['a response of another type', { ...usual, response_type: 'token' }, 'unsupported_response_type'],
    ['a scope that no operation has', { ...usual, scope: 'note.rule' }, 'invalid_scope'],
    ['no scope', without('scope'), 'invalid_scope'],
    [
      'a plain challenge',
      { ...usual, code_challenge: verifier, code_challenge_method: 'plain' },
      'invalid_request',
    ],
    ['a method without a challenge', { ...usual, code_challenge_method: 'S256' }, 'invalid_request'],
    ['nobody', { ...usual, login_hint: 'nobody' }, 'access_denied'],
  ])('tells the client of %s', async (_, parameters, error) => {
    const { sentBack } = start()
    expect(await sentBack(parameters)).toEqual({ to: redirectUri, error, state: 'kept' })
  })

  it.each([
    ['an unknown client', { ...usual, client_id: 'somebody' }, 'invalid_client'],
    ['another machine', { ...usual, redirect_uri: 'https://elsewhere.example/' }, 'invalid_request'],
    ['a script', { ...usual, redirect_uri: 'javascript:alert(1)' }, 'invalid_request'],
  ])('does not send a user to %s', async (_, parameters, error) => {
    const { authorize } = start()
    const response = await authorize(parameters)
    expect([response.status, OAuthError.parse(await response.json()).error]).toEqual([400, error])
  })

  it('goes back only where the client said, if it did', async () => {
    const clients = [
      {
        clientId: sandboxClientId,
        clientSecret: sandboxClientSecret,
        redirectUris: ['https://reader.example/back'],
      },
    ]
    const { authorize } = start({ clients })
    expect((await authorize(usual)).status).toBe(400)
    expect((await authorize({ ...usual, redirect_uri: 'https://reader.example/back' })).status).toBe(302)
  })
})

describe('a code', () => {
  const proven = { ...usual, code_challenge: challenge, code_challenge_method: 'S256' }

  it('with a challenge needs its verifier', async () => {
    const { sentBack, redeem } = start()
    const code = async () => (await sentBack(proven)).code!
    expect((await redeem({ code: await code(), code_verifier: verifier })).status).toBe(200)
    expect((await redeem({ code: await code() })).status).toBe(400)
    expect((await redeem({ code: await code(), code_verifier: `${verifier}x` })).status).toBe(400)
  })

  it.each([
    ['made up', { code: 'made-up' }],
    ['for another address', { redirect_uri: 'http://localhost:4000/other' }],
    ['with a verifier whose challenge was not announced', { code_verifier: verifier }],
  ])('is refused: %s', async (_, parameters: Parameters) => {
    const { sentBack, redeem } = start()
    const { code } = await sentBack(usual)
    const response = await redeem({ code: code!, ...parameters })
    expect([response.status, OAuthError.parse(await response.json()).error]).toEqual([400, 'invalid_grant'])
  })

  it('is good for a minute', async () => {
    const { sentBack, redeem, later } = start()
    const first = await sentBack(usual)
    later(59_000)
    expect((await redeem({ code: first.code! })).status).toBe(200)
    const second = await sentBack(usual)
    later(61_000)
    expect((await redeem({ code: second.code! })).status).toBe(400)
  })
})
