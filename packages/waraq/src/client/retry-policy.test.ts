import { type WaraqError, restoredError } from '@waraq/protocol'
import { describe, expect, test } from 'vitest'
import { backoffMs, decideRetry, defaultRetryPolicy, isBroken } from './retry-policy.ts'

const policy = defaultRetryPolicy
const now = 1_000_000

function failed(code: string, retryable = true, retryAt?: number): WaraqError {
  return restoredError({ code, message: 'Failed. Try later.', retryable, retryAt })
}

describe('backoff', () => {
  test.each([
    [1, 500],
    [2, 1_000],
    [3, 2_000],
    [4, 2_000],
    [2_000, 2_000],
  ])('try %i waits up to %i ms', (attempt, ceiling) => {
    expect(backoffMs(attempt, policy, () => 1)).toBe(ceiling)
    expect(backoffMs(attempt, policy, () => 0.5)).toBe(ceiling / 2)
    expect(backoffMs(attempt, policy, () => 0)).toBe(0)
  })
})

describe('retry decision', () => {
  const cases: [string, unknown, number, number | null][] = [
    ['a passing failure', failed('network'), 1, 250],
    ['the same, third try', failed('network'), 3, 1_000],
    ['the last try', failed('network'), 5, null],
    ['a final failure', failed('forbidden', false), 1, null],
    ['a second 401', failed('unauthorized'), 1, null],
    ['an error that is no WaraqError', new TypeError('x'), 1, null],
    ['no error at all', 'thrown text', 1, null],
    ['a wait of 4 s', failed('rate_limited', true, now + 4_000), 1, 4_000],
    ['a wait shorter than the jitter', failed('rate_limited', true, now + 10), 1, 250],
    ['a wait that is over', failed('rate_limited', true, now - 10_000), 1, 250],
    ['the longest wait', failed('rate_limited', true, now + 30_000), 1, 30_000],
    ['a wait beyond the longest', failed('rate_limited', true, now + 30_001), 1, null],
    ['an error of a reader', failed('stale_snapshot'), 1, 250],
  ]

  test.each(cases)('%s', (_name, error, attempt, delayMs) => {
    const decision = decideRetry({ error, attempt, policy, random: () => 0.5, now })
    expect(decision.again ? decision.delayMs : null).toBe(delayMs)
  })
})

test.each([
  ['truncated_body', true],
  ['timeout', true],
  ['not_json', false],
  ['service_failed', false],
  ['network', false],
])('%s: the body broke: %s', (code, broke) => {
  expect(isBroken(failed(code))).toBe(broke)
  expect(isBroken({ code })).toBe(false)
})
