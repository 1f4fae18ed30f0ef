import { isWaraqError, restoredError } from '@waraq/protocol'
import { inspect } from 'node:util'
import { failure } from '@waraq/test-support/failure'
import { expect, test } from 'vitest'
import { resolveCaller, type CallerOptions } from './sent-headers.ts'

const thrown = (options: CallerOptions) => failure(Promise.resolve().then(() => resolveCaller(options)))

test('a caller without options is known by the cookies of its own origin', async () => {
  const caller = resolveCaller({})
  expect(caller.credentials).toBe('same-origin')
  expect(await caller.headers()).toEqual({})
})

test('a function is asked before each request', async () => {
  let asked = 0
  const { headers } = resolveCaller({ headers: async () => ({ authorization: `Bearer ${(asked += 1)}` }) })
  expect(await headers()).toEqual({ authorization: 'Bearer 1' })
  expect(await headers()).toEqual({ authorization: 'Bearer 2' })
})

test.each([
  ['a reserved name', { 'X-Relay': 'CANARY' }, 'X-Relay'],
  ['a token of its own', { 'x-auth-token': 'CANARY' }, 'x-auth-token'],
  ['a line break', { authorization: 'CANARY\r\nx: y' }, undefined],
  ['a letter beyond Latin', { authorization: 'CANARYي' }, undefined],
  ['a name that is none', { 'CANARY ': 'x' }, undefined],
  ['no text', { authorization: ['CANARY'] as unknown as string }, 'authorization'],
  ['no record', null as unknown as Record<string, string>, undefined],
])('%s is refused, given once or by a function', async (_what, headers, name) => {
  const fixed = await thrown({ headers })
  expect(fixed).toMatchObject({ code: 'invalid_option', details: { option: 'headers' } })
  const asked = await failure(resolveCaller({ headers: () => headers }).headers())
  expect(asked).toMatchObject({ code: 'token_unavailable', retryable: false })
  for (const error of [fixed, asked]) {
    if (name) expect(inspect(error)).toContain(`has ${name} that`)
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('CANARY')
  }
})

test('a function that fails may succeed later, and what it throws is not passed on', async () => {
  const broken = () => Promise.reject(new Error('CANARY'))
  const error = await failure(resolveCaller({ headers: broken }).headers())
  expect(error).toMatchObject({ code: 'token_unavailable', retryable: true })
  expect(inspect(error, { depth: 9 })).not.toContain('CANARY')
  const final = restoredError({ code: 'signed_out', message: 'Signed out. Sign in.' })
  const known = await failure(resolveCaller({ headers: () => Promise.reject(final) }).headers())
  expect(isWaraqError(known)).toBe(true)
  expect(known).toMatchObject({ code: 'token_unavailable', retryable: false, cause: final })
})

test('credentials that fetch does not know are refused', async () => {
  const error = await thrown({ credentials: 'always' as RequestCredentials })
  expect(error).toMatchObject({ code: 'invalid_option', details: { option: 'credentials' } })
})
