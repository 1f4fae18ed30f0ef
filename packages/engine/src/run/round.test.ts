import { restoredError, type ErrorCode } from '@waraq/contract'
import { describe, expect, it, test } from 'vitest'
import type { Outcome } from '../store/outcome.ts'
import { emptyReport, type RunReport } from './report.ts'
import { failedFeed, isObstacle, runRound } from './round.ts'

/** Which runs a sync makes, in which order, and what it reports of them. */

const report = (filter: string, rest: Partial<RunReport> = {}): RunReport => ({
  ...emptyReport(filter, 'incremental', 'current'),
  ...rest,
})
/** How a run ended, and with which error. */
const ended = (outcome: Outcome, code?: ErrorCode) => ({
  outcome,
  ...(code ? { error: restoredError({ code, message: `${code}.`, retryable: true }), retryAt: 30_000 } : {}),
})
const unreachable = restoredError({ code: 'network', message: 'network', retryable: true })

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
    expect(isObstacle(ended(outcome, code))).toBe(atFeed)
    expect(failedFeed({ outcome, errorCode: code })).toBe(kind === 'feed failed')
  })
  test('of a run that owes snapshots', () => {
    expect(isObstacle(ended('partial', code))).toBe(atSnapshot)
    expect(failedFeed({ outcome: 'partial', errorCode: code })).toBe(false)
  })
  test('of a run that is current all the same', () => {
    expect(isObstacle(ended('current', code))).toBe(false)
  })
})

test('a run without an error is no obstacle', () => {
  expect(isObstacle(ended('deferred'))).toBe(false)
  expect(failedFeed({ outcome: 'deferred', errorCode: null })).toBe(false)
})

interface Case {
  readonly name: string
  /** Filters that share a token: `abc` are three. Each letter is a filter. */
  readonly groups: readonly string[]
  /** By the filters of a run; else it reports all of them as current. */
  readonly runs?: Readonly<Record<string, readonly RunReport[] | null>>
  readonly answered?: readonly RunReport[]
  /** Dropped after so many runs. */
  readonly dropped?: Readonly<Record<string, number>>
  readonly made: readonly string[]
  readonly reports: string
}

const cases: readonly Case[] = [
  { name: 'one run for each token', groups: ['a', 'bd', 'c'], made: ['a', 'bd', 'c'], reports: 'abcd' },
  {
    name: 'what a run of all could not do is done one by one, and nothing else',
    groups: ['a', 'bcd', 'ef'],
    runs: { bcd: null },
    made: ['a', 'bcd', 'b', 'c', 'd', 'ef'],
    reports: 'abcdef',
  },
  {
    name: 'one that was dropped meanwhile is not told of',
    groups: ['ab'],
    runs: { ab: null },
    dropped: { b: 1 },
    made: ['ab', 'a'],
    reports: 'a',
  },
  {
    name: 'one that was dropped before its turn is told of by its run',
    groups: ['a', 'b'],
    runs: { b: [report('b', { outcome: 'deferred' })] },
    dropped: { b: 1 },
    made: ['a', 'b'],
    reports: 'ab',
  },
  {
    name: 'one that its own page drops is not',
    groups: ['a', 'b'],
    runs: { a: [] },
    made: ['a', 'b'],
    reports: 'b',
  },
  {
    name: 'what another tab answered is not run',
    groups: ['abc'],
    answered: [report('b')],
    made: ['ac'],
    reports: 'abc',
  },
  {
    name: 'after an obstacle that all would meet, nothing is tried',
    groups: ['ab', 'c'],
    runs: { ab: ['a', 'b'].map((filter) => report(filter, { outcome: 'deferred', error: unreachable })) },
    made: ['ab'],
    reports: 'abc',
  },
  {
    name: 'nor after a feed that failed',
    groups: ['a', 'b', 'c', 'd'],
    runs: { b: [report('b', ended('deferred', 'service_failed'))] },
    made: ['a', 'b'],
    reports: 'abcd',
  },
  {
    name: 'a snapshot that failed, and what only one feed meets, keep no other back',
    groups: ['a', 'b', 'c'],
    runs: {
      a: [report('a', ended('partial', 'service_failed'))],
      b: [report('b', ended('deferred', 'invalid_response'))],
    },
    made: ['a', 'b', 'c'],
    reports: 'abc',
  },
  {
    name: 'nor after one that another tab met',
    groups: ['a', 'b'],
    answered: [report('b', { outcome: 'deferred', error: unreachable })],
    made: [],
    reports: 'ab',
  },
]

it.each(cases)('$name', async ({ groups, runs = {}, answered = [], dropped = {}, made, reports }) => {
  const filters = [...new Set(groups.join(''))].sort()
  const ran: string[] = []
  const isDropped = (filter: string) => ran.length >= (dropped[filter] ?? Infinity)
  const { runs: told } = await runRound(
    filters,
    answered,
    async ([first, ...others]) => {
      if (isDropped(first!)) return null
      const group = groups.find((each) => each.includes(first!))!
      const along = others.filter((other) => group.includes(other) && !isDropped(other))
      return { filters: [first!, ...along], shares: group.length > 1, lastRun: null }
    },
    async ({ filters: asked }) => {
      const name = asked.join('')
      ran.push(name)
      return name in runs ? runs[name]! : asked.map((filter) => report(filter))
    },
  )
  expect(ran).toEqual(made)
  expect(told.map(({ filter }) => filter).join('')).toBe(reports)
})
