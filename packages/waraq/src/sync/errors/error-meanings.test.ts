import { restoredError } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { answerTo, meaningOf, meansUnavailable, isNetworkError } from './error-meanings.ts'

const error = (
  code: string,
  retryable = true,
  more: { status?: number; details?: Record<string, unknown> } = {},
) => restoredError({ code, message: '', retryable, ...more })

describe('what a run does', () => {
  it.each([
    ['resync_required', false, 'resync'],
    ['token_filter_mismatch', false, 'resync'],
    ['cursor_filter_mismatch', false, 'restart'],
    ['cursor_per_page_mismatch', false, 'restart'],
    ['feed_inconsistent', true, 'abandon'],
    ['feed_went_back', true, 'abandon'],
    ['feed_loop', true, 'abandon'],
    ['feed_too_large', false, 'abandon'],
    ['foreign_address', false, 'abandon'],
    ['resource_damaged', true, 'replan'],
    ['quota_exceeded', false, 'collect'],
    // These may pass, but not within this run.
    ['unauthorized', true, 'fail'],
    ['proxy_refused', true, 'fail'],
    ['storage_blocked', true, 'fail'],
    ['storage_lost', true, 'fail'],
    ['invalid_resources', false, 'fail'],
    ['snapshot_too_large', false, 'fail'],
    ['newer_format', false, 'fail'],
    ['network', true, 'defer'],
    ['token_unavailable', true, 'defer'],
    ['token_unavailable', false, 'fail'],
    ['of_a_later_version', true, 'defer'],
    ['of_a_later_version', false, 'fail'],
    ['constructor', false, 'fail'],
  ])('%s, retryable %s: %s', (code, retryable, answer) => {
    expect(answerTo(error(code, retryable))).toBe(answer)
  })
})

describe('which errors end the whole round', () => {
  it.each([
    ['network', true],
    ['rate_limited', true],
    ['token_unavailable', true],
    ['proxy_refused', true],
    ['unauthorized', true],
    ['forbidden', true],
    ['quota_exceeded', true],
    ['storage_failed', true],
    ['newer_format', true],
    ['writer_superseded', true],
    // Only a large answer may be late; a dropped subscription does not concern the others.
    ['timeout', undefined],
    ['subscription_changed', undefined],
    ['invalid_resources', undefined],
    ['of_a_later_version', undefined],
  ])('%s: %s', (code, wholeRun) => {
    expect(meaningOf(code).wholeRun).toBe(wholeRun)
  })
})

it.each([
  ['network', error('network'), true],
  ['an answer too late', error('timeout'), true],
  ['a relay out of reach', error('token_unavailable'), true],
  ['a relay that refuses', error('token_unavailable', false), false],
  ['a relay that answers', error('token_unavailable', true, { status: 503 }), false],
  ['an answer', error('service_failed', true, { status: 503 }), false],
])('no answer came: %s', (_, given, expected) => {
  expect(isNetworkError(given)).toBe(expected)
})

it('a resource is unavailable where the service says that it has no snapshot of it', () => {
  expect(meansUnavailable(error('snapshot_not_found', false))).toBe(true)
  expect(
    meansUnavailable(error('invalid_request', false, { details: { serviceCode: 'unknown_resource_group' } })),
  ).toBe(true)
  expect(meansUnavailable(error('not_found', false))).toBe(false)
})
