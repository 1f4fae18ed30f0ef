import { WaraqError } from '@waraq/protocol'
import { writerSuperseded } from '../../platform/leader/epoch.ts'
import { describe, expect, it } from 'vitest'
import { faultOf, requestError } from './faults.ts'

const error = (code: 'network' | 'unprocessable_entity', more: object = {}) =>
  new WaraqError({ code, message: 'No.', retryable: code === 'network', ...more } as never)

describe('an error of a request', () => {
  it.each([
    ['rate_limited', true, 'pause'],
    ['token_unavailable', true, 'pause'],
    ['unauthorized', false, 'pause'],
    ['other_account', false, 'pause'],
    ['insufficient_scope', false, 'not_allowed'],
    ['scope_not_approved', false, 'not_allowed'],
    ['outcome_unknown', false, 'unsure'],
    ['network', true, 'unsure'],
    ['service_failed', true, 'unsure'],
    ['unprocessable_entity', false, 'refused'],
    ['not_found', false, 'refused'],
  ] as const)('%s is: %s', (code, retryable, fault) => {
    expect(faultOf({ code, retryable } as WaraqError)).toBe(fault)
  })

  it.each([
    [409, 'unsure'],
    [400, 'refused'],
    [undefined, 'refused'],
  ] as const)('of status %s whose body says nothing is: %s', (status, fault) => {
    expect(faultOf({ code: 'invalid_request', retryable: false, status } as WaraqError)).toBe(fault)
  })

  it('is told apart from one of storage, and from an end', () => {
    const refusal = error('unprocessable_entity')
    expect(requestError(refusal)).toBe(refusal)
    for (const other of [writerSuperseded(), new DOMException('over', 'AbortError'), new TypeError('bug')])
      expect(() => requestError(other)).toThrow(other)
  })
})
