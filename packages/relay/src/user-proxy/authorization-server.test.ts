import { scriptedFetch, type Step } from '@waraq/test-support/scripted-fetch'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { describe, expect, it } from 'vitest'
import { authorizationServer } from './authorization-server.ts'
import { idToken, issued, oauthError } from './stage.test-support.ts'

const authUrl = 'https://issuer.example'

function bench(steps: Step[], clientSecret: string | (() => string | Promise<string>) = 'secret') {
  const clock = new VirtualClock()
  const { fetch, sent } = scriptedFetch(...steps)
  const issuer = authorizationServer({ authUrl, clientId: 'client_1-a.b', clientSecret, fetch }, clock)
  return { clock, sent, issuer }
}

describe('a request to the issuer', () => {
  it('says who asks as the token relay does, and follows no redirect', async () => {
    const { issuer, sent } = bench([issued(1)], 'a secret/+')
    expect(await issuer.refresh('r')).toMatchObject({ kind: 'granted' })
    expect(atob(sent[0]!.header('authorization')!.slice(6))).toBe('client_1-a.b:a+secret%2F%2B')
    expect(sent[0]!.init).toMatchObject({ method: 'POST', redirect: 'manual', cache: 'no-store' })
    expect(String(sent[0]!.init.body)).toBe('refresh_token=r&grant_type=refresh_token')
  })

  it('asks for the secret each time', async () => {
    const secrets = ['one', 'two']
    const { issuer, sent } = bench([issued(1)], () => Promise.resolve(secrets.shift()!))
    await issuer.refresh('r')
    await issuer.refresh('r')
    expect(sent.map((each) => atob(each.header('authorization')!.slice(6)).split(':')[1])).toEqual([
      'one',
      'two',
    ])
  })

  it.each([
    ['none', () => ''],
    ['no text', () => undefined as unknown as string],
    ['an error', () => Promise.reject(new Error('locked'))],
    ['nothing at all', () => new Promise<string>(() => undefined)],
  ])('is not sent where the secret is %s', async (_, secret) => {
    const { issuer, sent, clock } = bench([issued(1)], secret)
    expect(await clock.run(issuer.refresh('r'))).toEqual({ kind: 'failed', reason: 'unusable' })
    expect(sent).toEqual([])
  })

  it('goes to a loopback host over http', async () => {
    const { fetch } = scriptedFetch(issued(1))
    const settings = { authUrl: 'http://127.0.0.1:4000', clientId: 'a', clientSecret: 'b', fetch }
    const issuer = authorizationServer(settings, new VirtualClock())
    expect(await issuer.refresh('r')).toMatchObject({ kind: 'granted' })
  })

  it('that renews tokens ends after thirty seconds, and with it the connection', async () => {
    let signal: AbortSignal | null | undefined
    const { issuer, clock } = bench([
      ({ init }) => {
        ;({ signal } = init)
        return new Promise<Response>(() => undefined)
      },
    ])
    expect(await clock.run(issuer.refresh('r'))).toEqual({ kind: 'failed', reason: 'unusable' })
    expect([clock.elapsed, signal?.aborted]).toEqual([30_000, true])
  })
})

describe('an answer of the issuer', () => {
  it.each([
    ['none', {}, undefined],
    ['one that is none', { id_token: 'not.a.token' }, undefined],
    ['one of a user', { id_token: idToken({ sub: 'u-1', aud: 'client_1-a.b' }) }, /^[0-9a-f]{64}$/],
    [
      'one of an issuer by another name',
      { id_token: idToken({ sub: 'u-1', aud: 'client_1-a.b', iss: `${authUrl}/` }) },
      /^[0-9a-f]{64}$/,
    ],
  ])('may have an id token: %s', async (_, more, account) => {
    const grant = await bench([issued(1, more)]).issuer.refresh('r')
    expect(grant).toMatchObject({ kind: 'granted', tokens: { lifeSeconds: 3_600 } })
    const { tokens } = grant as Extract<typeof grant, { kind: 'granted' }>
    if (account) expect(tokens.account).toMatch(account)
    else expect(tokens.account).toBeUndefined()
    expect(JSON.stringify(tokens)).not.toContain('signature')
  })

  it.each([
    ['no lifetime', { expires_in: undefined }, 60],
    ['none', { expires_in: 0 }, 60],
    ['a year', { expires_in: 31_536_000 }, 86_400],
  ])('with a life of %s is taken for %#', async (_, more, lifeSeconds) => {
    const { issuer } = bench([issued(1, more)])
    expect(await issuer.refresh('r')).toMatchObject({ kind: 'granted', tokens: { lifeSeconds } })
  })

  const failed = (reason: string) => ({ kind: 'failed', reason })
  it.each([
    ['a refused grant', oauthError('invalid_grant'), { kind: 'refused' }],
    ['a refused client', oauthError('invalid_client', 401), failed('invalid_client')],
    ['a refused client, as 400', oauthError('invalid_client'), failed('invalid_client')],
    [
      'a challenge',
      new Response(null, { status: 401, headers: { 'www-authenticate': 'Basic realm="oauth2"' } }),
      failed('invalid_client'),
    ],
    ['an unknown error', oauthError('invalid_grant_of_ours'), failed('unusable')],
    ['a refused grant of a gateway', oauthError('invalid_grant', 502), failed('unusable')],
    ['no token', Response.json({ token_type: 'bearer' }), failed('unusable')],
    ['a token that no header carries', issued(1, { access_token: 'a\u0000' }), failed('unusable')],
    ['a page', new Response('<html>', { headers: { 'content-type': 'text/html' } }), failed('unusable')],
    ['too much', new Response(' '.repeat(65_537)), failed('unusable')],
    ['nothing', new Response(null), failed('unusable')],
  ])('of %s', async (_, answer, outcome) => {
    expect(await bench([answer]).issuer.refresh('r')).toEqual(outcome)
  })
})

describe('what a user comes back with', () => {
  const { issuer } = bench([])
  const read = (query: string) => issuer.readAnswer(new URL(`https://reader.example/?${query}`), 's')
  it.each([
    ['code=c&state=s', 'code'],
    ['code=c&state=s&scope=note&extra=1', 'code'],
    ['code=c&state=s&iss=https%3A%2F%2Fissuer.example', 'code'],
    ['code=c&state=s&iss=https%3A%2F%2Fissuer.example%2F', 'code'],
    ['code=c&state=s&iss=https%3A%2F%2Felsewhere.example', 'failed'],
    ['code=c&state=t', 'other_state'],
    ['code=c', 'other_state'],
    ['code=c&state=s&state=t', 'failed'],
    ['error=access_denied&state=s', 'denied'],
    ['error=access_denied&state=t', 'other_state'],
    ['error=login_required&state=s', 'failed'],
    ['response=jwt&state=s', 'failed'],
  ])('%s', (query, kind) => {
    expect(read(query).kind).toBe(kind)
  })
})

it.each([
  ['is told so', new Response(null), true],
  ['is not, by a refusal', oauthError('unsupported_token_type'), false],
  ['is not, by an error', new Error('down'), false],
])('a token is revoked where the issuer %s', async (_, answer, outcome) => {
  const { issuer, sent } = bench([answer])
  expect(await issuer.revoke('r')).toBe(outcome)
  expect([sent[0]!.url, String(sent[0]!.init.body)]).toEqual([`${authUrl}/oauth2/revoke`, 'token=r'])
})
