import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { expect, test } from 'vitest'
import { memoryStore } from '../store/memory-store.ts'
import { resilientStore } from '../store/resilient-store.ts'
import { isToken } from './issued-answer.ts'
import { readPause, readToken, sharedToken } from './shared-token.ts'

const hour = 3_600_000

test('a token out of a store has what is left of its life, a day at most', () => {
  expect(readToken({ token: 'a', expiresAt: hour }, 0)).toEqual({ token: 'a', lifeMs: hour })
  expect(readToken({ token: 'a', expiresAt: 25 * hour }, 0)).toEqual({ token: 'a', lifeMs: 24 * hour })
  expect(readToken({ token: 'a', expiresAt: -hour }, 0)).toEqual({ token: 'a', lifeMs: -hour })
})

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
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
])('%s is no token', (_, value) => expect(readToken(value, 0)).toBeUndefined())

test('tokens are plain characters', () => {
  expect([isToken('a.b-c_d~'), isToken('a b'), isToken('ä'), isToken(undefined)]).toEqual([
    true,
    false,
    false,
    false,
  ])
})

const pause = { kind: 'refused', ms: 60_000, of: 'f', until: 60_000 }

test('a pause out of a store lasts as long as it has left, and a day at most', () => {
  expect(readPause(pause, 20_000)).toEqual({ kind: 'refused', ms: 60_000, of: 'f', leftMs: 40_000 })
  expect(readPause({ ...pause, until: 30 * hour }, 0)).toMatchObject({ leftMs: 24 * hour })
})

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['a text', 'refused'],
  ['another kind', { ...pause, kind: 'x' }],
  ['no length', { ...pause, ms: undefined }],
  ['a length below nothing', { ...pause, ms: -1 }],
  ['an end that never comes', { ...pause, until: Infinity }],
  ['no credentials', { ...pause, of: undefined }],
])('%s is no pause', (_, value) => expect(readPause(value, 0)).toBeUndefined())

test('keys keep issuers, clients and scopes apart, and a token ends a pause', async () => {
  const clock = new VirtualClock()
  const store = resilientStore(memoryStore(clock), clock, () => undefined)
  const [a, b] = ['a', 'b'].map((key) => sharedToken(store, key, () => clock.now()))
  await a!.writePause({ kind: 'failed', ms: 1_000 }, 'f')
  expect((await a!.read()).pause).toMatchObject({ kind: 'failed', leftMs: 1_000 })
  await a!.writeToken('t', hour)
  expect(await a!.read()).toEqual({ token: { token: 't', lifeMs: hour }, pause: undefined })
  expect(await b!.read()).toEqual({ token: undefined, pause: undefined })
  expect([await a!.claim('x', 1_000), await a!.claim('y', 1_000), await b!.claim('y', 1_000)]).toEqual([
    true,
    false,
    true,
  ])
  expect([await a!.countRenewal(), await a!.countRenewal(), await b!.countRenewal()]).toEqual([1, 2, 1])
})
