import { standardErrorTypes } from '@waraq/protocol/user'
import { describe, expect, it } from 'vitest'
import type { Refusal } from '../exchange/request.ts'
import { refusalError, refusesUser, verdicts } from './refusals.ts'

const refusal = (status: number, type?: string, more: Partial<Refusal> = {}) =>
  refusalError('notes.get', {
    status,
    body: type === undefined ? undefined : { message: 'No.', type, success: false },
    retryAt: 5_000,
    secrets: [],
    ...more,
  })

it('every type of the document has its meaning, and of other words that of our own proxy alone', () => {
  expect(Object.keys(verdicts).sort()).toEqual([...standardErrorTypes, 'other_account', 'out_of_sync'].sort())
})

describe('a status with its type', () => {
  it.each([
    [400, 'invalid_request', 'invalid_request', false],
    [400, 'invalid_path', 'invalid_path', false],
    [401, 'unauthorized', 'unauthorized', false],
    [400, 'invalid_token', 'unauthorized', false],
    [403, 'forbidden', 'forbidden', false],
    [403, 'insufficient_scope', 'insufficient_scope', false],
    [404, 'not_found', 'not_found', false],
    [422, 'unprocessable_entity', 'unprocessable_entity', false],
    [429, 'rate_limit_exceeded', 'rate_limited', true],
    [500, 'internal_server_error', 'service_failed', true],
    [500, 'service_error', 'service_failed', true],
    [502, 'bad_gateway', 'service_failed', true],
    [503, 'service_unavailable', 'service_failed', true],
    [504, 'gateway_timeout', 'service_failed', true],
  ])('%i %s is %s', (status, type, code, retryable) => {
    const error = refusal(status, type)
    expect(error).toMatchObject({ code, retryable, status, retryAt: retryable ? 5_000 : undefined })
    expect(error.details).toEqual({ operation: 'notes.get', type, serviceMessage: 'No.' })
    // Without a body the status says as much, where it can.
    if (!['invalid_path', 'invalid_token', 'insufficient_scope'].includes(type))
      expect(refusal(status)).toMatchObject({ code, retryable })
  })
})

describe('a body decides within the bounds of its status', () => {
  it.each([
    [503, 'not_found', 'service_failed'],
    [404, 'bad_gateway', 'not_found'],
    [429, 'forbidden', 'rate_limited'],
    [401, 'not_found', 'unauthorized'],
    [418, 'constructor', 'invalid_request'],
    [599, undefined, 'service_failed'],
  ])('%i %s is %s', (status, type, code) => expect(refusal(status, type).code).toBe(code))
})

it.each([
  [409, { error: { code: 'OutOfSyncError' } }, 'out_of_sync'],
  [
    409,
    { message: 'No.', type: 'Conflict', success: false, details: { error: { code: 'OutOfSyncError' } } },
    'out_of_sync',
  ],
  [409, { message: 'No.', type: 'Conflict', success: false }, 'invalid_request'],
  [422, { error: { code: 'OutOfSyncError' } }, 'unprocessable_entity'],
])('%i with %j is %s', (status, body, code) => {
  expect(refusal(status, undefined, { body })).toMatchObject({ code, retryable: false, status })
})

it.each([
  [401, 'unauthorized', true],
  [401, undefined, true],
  [400, 'invalid_token', true],
  [403, 'forbidden', false],
  [500, 'invalid_token', false],
])('%i %s asks for a new token: %s', (status, type, expected) => {
  expect(refusesUser(status, type && { message: '', type, success: false })).toBe(expected)
})

it('shows what the service says, shortly and without secrets', () => {
  const body = {
    message: `${'a'.repeat(50)} sesame ${'b'.repeat(500)}`,
    type: 'invalid_request',
    success: false,
  }
  const { details, message } = refusal(400, undefined, { body, secrets: ['sesame', ''] })
  expect(details['serviceMessage']).toHaveLength(200)
  expect(JSON.stringify([details, message])).not.toContain('sesame')
})
