import { serializeSigned } from 'hono/utils/cookie'
import { describe, expect, test } from 'vitest'
import { authorizeByCookie, authorizeByHeader, authorizeBySession } from './authorize.ts'

const secret = 'a secret of thirty-two characters'
const asked = (headers: Record<string, string> = {}) =>
  new Request('https://relay.example/token', { headers })

describe('a check of sessions', () => {
  function bench(status: number) {
    const sent: { url: string; init: RequestInit | undefined }[] = []
    const send: typeof fetch = async (input, init) => {
      sent.push({ url: String(input), init })
      return new Response(null, {
        status,
        headers: status === 302 ? { location: 'https://evil.example' } : {},
      })
    }
    return { sent, authorize: authorizeBySession('https://reader.example/session', send) }
  }

  test.each([
    [200, true],
    [204, true],
    [302, false],
    [401, false],
    [404, false],
    [500, false],
  ])('%d', async (status, may) => {
    expect(await bench(status).authorize(asked({ cookie: 's=1' }))).toBe(may)
  })

  test('sends what tells who asks, and nothing else', async () => {
    const { sent, authorize } = bench(200)
    await authorize(asked({ cookie: 's=1', authorization: 'Bearer x', 'x-forwarded-for': '1.1.1.1' }))
    expect(sent).toMatchObject([
      {
        url: 'https://reader.example/session',
        init: {
          headers: [
            ['cookie', 's=1'],
            ['authorization', 'Bearer x'],
          ],
          redirect: 'manual',
        },
      },
    ])
  })

  test('is not asked about callers that say nothing of themselves', async () => {
    const { sent, authorize } = bench(200)
    expect([await authorize(asked()), sent]).toEqual([false, []])
  })

  test.each([
    'http://reader.example/session',
    'session',
    'https://u:p@reader.example',
    'https://reader.example/?a',
  ])('%s is no address for it', (url) =>
    expect(() => authorizeBySession(url)).toThrow(
      expect.objectContaining({ code: 'invalid_relay_configuration' }),
    ),
  )
})

describe('a signed cookie', () => {
  const now = 1_800_000_000
  const authorize = authorizeByCookie('reader', secret, () => now * 1000)
  const cookie = async (value: string, key = secret, name = 'reader') =>
    asked({ cookie: (await serializeSigned(name, value, key)).split(';', 1)[0]! })

  test('is good until the second that it names', async () => {
    expect(await authorize(await cookie(`user-5:${now + 1}`))).toBe(true)
    expect(await authorize(await cookie(`${now + 1}`))).toBe(true)
    expect(await authorize(await cookie(`user-5:${now}`))).toBe(false)
  })

  test.each(['user-5', '', `user-5:${now + 1}x`, 'user-5:1e99', 'user-5:9999999999999'])(
    '%j names no end',
    async (value) => expect(await authorize(await cookie(value))).toBe(false),
  )

  test('of another key or name, changed, or missing, is none', async () => {
    const good = (await cookie(`user-5:${now + 9}`)).headers.get('cookie')!
    const requests = [
      await cookie(`user-5:${now + 9}`, 'another secret of thirty-two characters'),
      await cookie(`user-5:${now + 9}`, secret, 'another'),
      asked({ cookie: good.replace('user-5', 'user-6') }),
      asked({ cookie: good.slice(0, -4) }),
      asked({ cookie: `reader=user-5:${now + 9}` }),
      asked(),
    ]
    for (const request of requests) expect(await authorize(request)).toBe(false)
  })
})

describe('a header', () => {
  const authorize = authorizeByHeader('x-reader', secret)
  test.each<[Record<string, string>, boolean]>([
    [{ 'x-reader': secret }, true],
    [{ 'x-reader': `${secret} ` }, true],
    [{ 'x-reader': secret.toUpperCase() }, false],
    [{ 'x-reader': `${secret}, ${secret}` }, false],
    [{ 'x-other': secret }, false],
    [{}, false],
  ])('%j', (headers, may) => expect(authorize(asked(headers))).toBe(may))
})

test.each([
  ['a short secret', () => authorizeByCookie('reader', 'short')],
  ['a short value', () => authorizeByHeader('x-reader', 'short')],
  ['a cookie without a name', () => authorizeByCookie('', secret)],
  ['a header that is two', () => authorizeByHeader('x-reader: a', secret)],
])('%s is refused at once', (_, make) =>
  expect(make).toThrow(expect.objectContaining({ code: 'invalid_relay_configuration' })),
)
