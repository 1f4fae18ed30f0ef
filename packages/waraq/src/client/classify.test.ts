import { contentSyncErrorCodes, standardErrorTypes } from '@waraq/protocol'
import { describe, expect, test } from 'vitest'
import { classify, refusesToken } from './classify.ts'
import type { AddressKind } from './options.ts'

const standard = (type: string) => ({ message: 'No.', type, success: false })
const ofSync = { by: 'service', kind: 'sync', path: '/x', shown: 'https://example.org/x' } as const
const sync = (code: string) => ({ error: { code, message: 'No.' } })

function verdict(status: number, body: unknown, kind: AddressKind = 'sync') {
  const path = '/api/v4/resources/sync'
  const error = classify({ ...ofSync, kind, path }, { status, body, retryAt: 123, secrets: [] })
  expect(error.status).toBe(status)
  expect(error.message).toMatch(/\.$/)
  return `${error.code}${error.retryable ? ' later' : ''}`
}

describe('by status, with the documented type', () => {
  test.each([
    [400, 'invalid_request', 'invalid_request'],
    [401, 'unauthorized', 'unauthorized later'],
    [403, 'forbidden', 'forbidden'],
    [403, 'insufficient_scope', 'forbidden'],
    [404, 'not_found', 'not_found'],
    [404, 'invalid_path', 'not_found'],
    [422, 'unprocessable_entity', 'invalid_request'],
    [429, 'rate_limit_exceeded', 'rate_limited later'],
    [500, 'internal_server_error', 'service_failed later'],
    [500, 'service_error', 'service_failed later'],
    [502, 'bad_gateway', 'service_failed later'],
    [503, 'service_unavailable', 'service_failed later'],
    [504, 'gateway_timeout', 'service_failed later'],
    [400, 'invalid_token', 'unauthorized later'],
    [403, 'invalid_token', 'unauthorized later'],
  ])('%i %s', (status, type, expected) => {
    expect(verdict(status, standard(type))).toBe(expected)
    const error = classify(ofSync, { status, body: standard(type), retryAt: 1, secrets: [] })
    expect(error.details).toMatchObject({ type, serviceCode: null })
  })
})

describe('by code', () => {
  test.each([
    [410, 'resync_required', 'resync_required'],
    [422, 'invalid_resources', 'invalid_resources'],
    [422, 'token_filter_mismatch', 'token_filter_mismatch'],
    [422, 'cursor_filter_mismatch', 'cursor_filter_mismatch'],
    [422, 'cursor_per_page_mismatch', 'cursor_per_page_mismatch'],
    [422, 'invalid_per_page', 'invalid_per_page'],
    [404, 'snapshot_not_found', 'snapshot_not_found'],
    [422, 'unknown_resource_group', 'invalid_request'],
    [422, 'something_new', 'invalid_request'],
    [400, 'resync_required', 'resync_required'],
  ])('%i %s', (status, code, expected) => expect(verdict(status, sync(code))).toBe(expected))
})

describe('without a body of the service', () => {
  test.each<[number, AddressKind, string]>([
    [204, 'sync', 'invalid_response later'],
    [302, 'sync', 'invalid_response later'],
    [304, 'sync', 'invalid_response later'],
    [400, 'sync', 'invalid_request'],
    [401, 'sync', 'unauthorized later'],
    [403, 'sync', 'forbidden'],
    [404, 'snapshot', 'not_found'],
    [405, 'sync', 'invalid_request'],
    [408, 'sync', 'service_failed later'],
    [410, 'sync', 'resync_required'],
    [410, 'page', 'resync_required'],
    [410, 'snapshot', 'not_found'],
    [418, 'sync', 'invalid_request'],
    [425, 'sync', 'service_failed later'],
    [429, 'sync', 'rate_limited later'],
    [500, 'sync', 'service_failed later'],
    [599, 'sync', 'service_failed later'],
  ])('%i of %s', (status, kind, expected) => {
    for (const body of [undefined, null, 'text', [], {}, { error: 'text' }, { error: { code: 7 } }]) {
      expect(verdict(status, body, kind)).toBe(expected)
    }
  })

  test('a body cannot turn an outage into a verdict', () => {
    for (const code of contentSyncErrorCodes) {
      expect(verdict(500, sync(code))).toBe('service_failed later')
      expect(verdict(429, sync(code))).toBe('rate_limited later')
      expect(verdict(403, sync(code))).toBe('forbidden')
    }
  })

  test('every documented type and code under every status ends in a known verdict', () => {
    for (let status = 300; status < 600; status += 1) {
      for (const body of [...standardErrorTypes.map(standard), ...contentSyncErrorCodes.map(sync)]) {
        expect(verdict(status, body)).toMatch(/^[a-z_]+( later)?$/)
      }
    }
  })
})

test('which answers ask for a new token', () => {
  expect(refusesToken(401, undefined)).toBe(true)
  expect(refusesToken(400, standard('invalid_token'))).toBe(true)
  expect(refusesToken(403, standard('invalid_token'))).toBe(true)
  expect(refusesToken(403, standard('forbidden'))).toBe(false)
  expect(refusesToken(500, standard('invalid_token'))).toBe(false)
})

test('only what may pass carries a time', () => {
  const common = { body: undefined, retryAt: 123, secrets: [] }
  expect(classify(ofSync, { ...common, status: 503 }).retryAt).toBe(123)
  expect(classify(ofSync, { ...common, status: 429 }).retryAt).toBe(123)
  expect(classify(ofSync, { ...common, status: 422 }).retryAt).toBeUndefined()
})

test('the complaint about a filter is passed on without secrets', () => {
  const body = { error: { code: 'invalid_resources', message: 'unknown group foo (token SECRET)' } }
  const secrets = ['SECRET', '']
  const error = classify(ofSync, { status: 422, body, retryAt: undefined, secrets })
  expect(error.details['serviceMessage']).toBe('unknown group foo (token [removed])')
})

test('a proxy that is not there is shown with its address, and where to look for it', () => {
  const at = 'https://example.org/warak/content/x'
  const refusal = { status: 404, body: undefined, retryAt: undefined, secrets: [] }
  const { message } = classify({ ...ofSync, by: 'proxy', shown: at }, refusal)
  expect(message).toMatch(
    /^The proxy answered 404 \(not_found\) to https:\/\/example\.org\/warak\/content\/x\. /,
  )
  expect(message).toMatch(/the endpoint is that of your server .*waraq\/vite in development.*@waraq\/relay/)
  expect(classify({ ...ofSync, shown: at }, refusal).message).not.toMatch(/endpoint|warak/)
})
