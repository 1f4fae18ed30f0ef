import { describe, expect, test } from 'vitest'
import { nextPause, type Pause } from './breaker.ts'
import { basicAuthorization, equalInConstantTime, formEncode } from './credentials.ts'
import { grantsExactly, lifeOf, readIssue } from './issued-answer.ts'

const token = { access_token: 'abc.def', expires_in: 3_600, scope: 'content', token_type: 'bearer' }
const read = (status: number, body: unknown) =>
  readIssue(status, typeof body === 'string' ? body : JSON.stringify(body), 'content', undefined)

describe('lifetimes', () => {
  test.each([
    [3_600, 3_600],
    [3_599, 3_599],
    [0.5, 0.5],
    [10 ** 12, 86_400],
  ])('%d', (given, lifeSeconds) => expect(lifeOf(given)).toEqual({ lifeSeconds, lifeIsGuess: false }))

  test.each([undefined, null, 0, -1, NaN, Infinity, '3600', 'soon', {}, [], true])(
    '%j is taken for a minute',
    (given) => expect(lifeOf(given)).toEqual({ lifeSeconds: 60, lifeIsGuess: true }),
  )
})

test.each([
  ['content', undefined, true],
  ['content', 'content', true],
  ['content', ' content ', true],
  ['a b', 'b a', true],
  ['content', '', false],
  ['content', 'content user', false],
  ['content', 'user', false],
  ['content', 'contents', false],
  ['content', 'CONTENT', false],
  ['a b', 'a', false],
])('asked %j, answered %j', (asked, answered, expected) =>
  expect(grantsExactly(asked, answered)).toBe(expected),
)

describe('answers of the issuer', () => {
  test('a token', () => {
    expect(read(200, token)).toEqual({
      kind: 'token',
      token: 'abc.def',
      lifeSeconds: 3_600,
      lifeIsGuess: false,
    })
  })

  test.each<[number, unknown, string, string]>([
    [200, { ...token, scope: 'content user' }, 'refused', 'scope_differs'],
    [200, { ...token, token_type: 'mac' }, 'refused', 'token_type'],
    [200, { ...token, access_token: '' }, 'failed', 'not_a_token'],
    [200, { ...token, access_token: 'a\nb' }, 'failed', 'not_a_token'],
    [200, { ...token, access_token: 'x'.repeat(20_000) }, 'failed', 'not_a_token'],
    [200, { ...token, access_token: 7 }, 'failed', 'not_a_token'],
    [200, {}, 'failed', 'not_a_token'],
    [200, [], 'failed', 'not_a_token'],
    [200, '<html>', 'failed', 'not_a_token'],
    [200, '', 'failed', 'not_a_token'],
    [200, '{"access_token": "abc', 'failed', 'not_a_token'],
    [302, '', 'failed', 'redirected'],
    [400, { error: 'invalid_client' }, 'refused', 'invalid_client'],
    [401, { error: 'invalid_client', error_description: 'x' }, 'refused', 'invalid_client'],
    [400, { error: 'invalid_scope' }, 'refused', 'invalid_scope'],
    [400, { error: 'unauthorized_client' }, 'refused', 'unauthorized_client'],
    [400, { error: 'the secret is abc' }, 'refused', 'status_400'],
    [401, '', 'refused', 'status_401'],
    [403, '<html>', 'refused', 'status_403'],
    [404, '', 'refused', 'status_404'],
    [408, '', 'failed', 'status_408'],
    [429, '', 'failed', 'status_429'],
    [500, { error: 'invalid_client' }, 'failed', 'status_500'],
    [503, '', 'failed', 'status_503'],
  ])('%i %j', (status, body, kind, reason) => expect(read(status, body)).toMatchObject({ kind, reason }))

  test('a body that was lost', () => {
    expect(readIssue(200, undefined, 'content', undefined)).toMatchObject({ kind: 'failed' })
  })
})

describe('pauses', () => {
  function pauses(kind: 'refused' | 'failed', count: number): number[] {
    let pause: Pause | undefined
    return Array.from({ length: count }, () => (pause = nextPause(pause, { kind, reason: 'x' })).ms / 1000)
  }

  test('after a refusal a minute, doubling to an hour', () => {
    expect(pauses('refused', 9)).toEqual([60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600])
  })

  test('after a failure a second, doubling to a minute', () => {
    expect(pauses('failed', 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  })

  test('as long as the issuer asks, within an hour', () => {
    expect(nextPause(undefined, { kind: 'failed', reason: 'x', retryAfterMs: 45_000 }).ms).toBe(45_000)
    expect(nextPause(undefined, { kind: 'failed', reason: 'x', retryAfterMs: 10 ** 9 }).ms).toBe(3_600_000)
    expect(nextPause({ kind: 'refused', ms: 3_600_000 }, { kind: 'failed', reason: 'x' }).ms).toBe(1_000)
  })
})

test('credentials are form-encoded before they are joined', () => {
  expect(formEncode('a b:c+d&é%')).toBe('a+b%3Ac%2Bd%26%C3%A9%25')
  expect(atob(basicAuthorization('id:1', 'p w').slice(6))).toBe('id%3A1:p+w')
})

test('hashes are compared whole', () => {
  expect(equalInConstantTime('abc', 'abc')).toBe(true)
  expect(equalInConstantTime('abc', 'abd')).toBe(false)
  expect(equalInConstantTime('abc', 'abcd')).toBe(false)
  expect(equalInConstantTime('', '')).toBe(true)
})
