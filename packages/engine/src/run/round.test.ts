import { restoredError, type ErrorCode } from '@waraq/contract'
import { describe, expect, test } from 'vitest'
import type { Outcome } from '../store/outcome.ts'
import type { RunReport } from './report.ts'
import { emptyReport, failedFeed, isObstacle, runRound } from './round.ts'

function report(filter: string, outcome: Outcome, code?: ErrorCode): RunReport {
  const error = code && {
    error: restoredError({ code, message: `${code}.`, retryable: true }),
    retryAt: 30_000,
  }
  return { ...emptyReport(filter, 'incremental', outcome), ...error }
}

/** What ends a round, where a run met it at its feed; and where it met it at a snapshot, so that the run is partial. */
const meanings: [ErrorCode, 'feed failed' | 'other', boolean, boolean][] = [
  ['service_failed', 'feed failed', true, false],
  ['timeout', 'feed failed', true, false],
  ['truncated_body', 'feed failed', true, false],
  ['not_json', 'feed failed', true, false],
  ['network', 'other', true, true],
  ['rate_limited', 'other', true, true],
  ['token_unavailable', 'other', true, true],
  ['forbidden', 'other', true, true],
  ['invalid_response', 'other', false, false],
  ['feed_too_large', 'other', false, false],
  ['stale_snapshot', 'other', false, false],
]

describe.each(meanings)('%s', (code, kind, atFeed, atSnapshot) => {
  test.each(['deferred', 'failed'] as const)('of a run that is %s', (outcome) => {
    expect(isObstacle(report('a', outcome, code))).toBe(atFeed)
    expect(failedFeed({ outcome, errorCode: code })).toBe(kind === 'feed failed')
  })
  test('of a run that owes snapshots', () => {
    expect(isObstacle(report('a', 'partial', code))).toBe(atSnapshot)
    expect(failedFeed({ outcome: 'partial', errorCode: code })).toBe(false)
  })
  test('of a run that is current all the same', () => {
    expect(isObstacle(report('a', 'current', code))).toBe(false)
  })
})

test('a run without an error is no obstacle', () => {
  expect(isObstacle(report('a', 'deferred'))).toBe(false)
  expect(failedFeed({ outcome: 'deferred', errorCode: null })).toBe(false)
})

describe('a round', () => {
  async function round(answers: Record<string, RunReport | null>) {
    const begun: string[] = []
    const { outcome, runs } = await runRound(Object.keys(answers), async (filter) => {
      begun.push(filter)
      return answers[filter]!
    })
    return { begun, outcome, told: runs.map(({ filter, error, retryAt }) => [filter, error?.code, retryAt]) }
  }

  test('ends at a feed that failed, and says so of each further subscription', async () => {
    const answers = {
      a: report('a', 'current'),
      b: report('b', 'deferred', 'service_failed'),
      c: report('c', 'current'),
      d: report('d', 'current'),
    }
    expect(await round(answers)).toEqual({
      begun: ['a', 'b'],
      outcome: 'deferred',
      told: [
        ['a', undefined, undefined],
        ['b', 'service_failed', 30_000],
        ['c', 'service_failed', 30_000],
        ['d', 'service_failed', 30_000],
      ],
    })
  })
  test('goes on after a snapshot that failed, after what only one feed meets, and after a subscription that was dropped', async () => {
    const answers = {
      a: report('a', 'partial', 'service_failed'),
      b: report('b', 'deferred', 'invalid_response'),
      c: null,
      d: report('d', 'current'),
    }
    const { begun, told } = await round(answers)
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
    expect(told.map(([filter]) => filter)).toEqual(['a', 'b', 'd'])
  })
})
