import { expect, test } from 'vitest'
import { isToken, readCached } from './token-cache.ts'

const hour = 3_600_000

test('a token out of a cache has what is left of its life, a day at most', () => {
  expect(readCached({ token: 'a', expiresAt: hour }, 0)).toEqual({ token: 'a', lifeMs: hour })
  expect(readCached({ token: 'a', expiresAt: 25 * hour }, 0)).toEqual({ token: 'a', lifeMs: 24 * hour })
  expect(readCached({ token: 'a', expiresAt: -hour }, 0)).toEqual({ token: 'a', lifeMs: -hour })
  for (const nothing of [undefined, null]) expect(readCached(nothing, 0)).toBeUndefined()
})

test.each<[string, unknown]>([
  ['a text', 'a'],
  ['a number', 5],
  ['an object without a token', { expiresAt: hour }],
  ['a header in disguise', { token: 'a\r\nset-cookie: x=1', expiresAt: hour }],
  ['an empty token', { token: '', expiresAt: hour }],
  ['a token that is an object', { token: { toString: () => 'a' }, expiresAt: hour }],
  ['a token that is too long', { token: 'a'.repeat(16_385), expiresAt: hour }],
  ['no end', { token: 'a' }],
  ['an end that never comes', { token: 'a', expiresAt: Infinity }],
  ['an end that is no number', { token: 'a', expiresAt: '3600000' }],
  ['an end in years', { token: 'a', expiresAt: 1e15 }],
])('%s is no token', (_, value) => {
  expect(() => readCached(value, 0)).toThrow('not a token')
})

test('tokens are plain characters', () => {
  expect([isToken('a.b-c_d~'), isToken('a b'), isToken('ä'), isToken(undefined)]).toEqual([
    true,
    false,
    false,
    false,
  ])
})
