import { restoredError, type ErrorCode } from '@waraq/protocol'
import { describe, expect, it, test } from 'vitest'
import type { Outcome } from '../../store/outcome.ts'
import { newSubscription } from '../../store/records.ts'
import { emptyReport, type RunReport } from './report.ts'
import { failedFeed, isObstacle, runAll, type RunAnswer } from './run-all.ts'

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
  test.each(['interrupted', 'failed'] as const)('of a run that is %s', (outcome) => {
    expect(isObstacle(ended(outcome, code))).toBe(atFeed)
    expect(failedFeed({ outcome, errorCode: code })).toBe(kind === 'feed failed')
  })
  test('of a run that needs snapshots', () => {
    expect(isObstacle(ended('partial', code))).toBe(atSnapshot)
    expect(failedFeed({ outcome: 'partial', errorCode: code })).toBe(false)
  })
  test('of a run that is current all the same', () => {
    expect(isObstacle(ended('current', code))).toBe(false)
  })
})

test('a run without an error is no obstacle', () => {
  expect(isObstacle(ended('interrupted'))).toBe(false)
  expect(failedFeed({ outcome: 'interrupted', errorCode: null })).toBe(false)
})

interface Case {
  readonly name: string
  /** Filters that share a token: `abc` are three. Each letter is a filter. */
  readonly groups: readonly string[]
  /** By the filters of a run; else it reports all of them as current. */
  readonly runs?: Readonly<Record<string, RunAnswer>>
  readonly answered?: readonly RunReport[]
  /** Dropped after so many runs. */
  readonly dropped?: Readonly<Record<string, number>>
  /** Made after so many runs, and foremost from then on. */
  readonly joins?: Readonly<Record<string, number>>
  readonly made: readonly string[]
  readonly reports: string
}

const cases: readonly Case[] = [
  { name: 'one run for each token', groups: ['a', 'bd', 'c'], made: ['a', 'bd', 'c'], reports: 'abcd' },
  {
    name: 'what a run of all could not do is done one by one, and nothing else',
    groups: ['a', 'bcd', 'ef'],
    runs: { bcd: 'one_by_one' },
    made: ['a', 'bcd', 'b', 'c', 'd', 'ef'],
    reports: 'abcdef',
  },
  {
    name: 'one that was dropped meanwhile is not told of',
    groups: ['ab'],
    runs: { ab: 'one_by_one' },
    dropped: { b: 1 },
    made: ['ab', 'a'],
    reports: 'a',
  },
  {
    name: 'nor one that was dropped before its turn',
    groups: ['a', 'b'],
    dropped: { b: 1 },
    made: ['a'],
    reports: 'a',
  },
  {
    name: 'one that is made meanwhile joins the round, and its report has its place in the order',
    groups: ['a', 'c', 'b'],
    joins: { b: 1 },
    made: ['a', 'b', 'c'],
    reports: 'bac',
  },
  {
    name: 'a run that gave way goes on after the one that a person waits for',
    groups: ['a', 'c', 'b'],
    runs: { a: 'preempted' },
    joins: { b: 1 },
    made: ['a', 'b', 'a', 'c'],
    reports: 'bac',
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
    runs: { ab: ['a', 'b'].map((filter) => report(filter, { outcome: 'interrupted', error: unreachable })) },
    made: ['ab'],
    reports: 'abc',
  },
  {
    name: 'nor after a feed that failed',
    groups: ['a', 'b', 'c', 'd'],
    runs: { b: [report('b', ended('interrupted', 'service_failed'))] },
    made: ['a', 'b'],
    reports: 'abcd',
  },
  {
    name: 'a snapshot that failed, and what only one feed meets, keep no other back',
    groups: ['a', 'b', 'c'],
    runs: {
      a: [report('a', ended('partial', 'service_failed'))],
      b: [report('b', ended('interrupted', 'invalid_response'))],
    },
    made: ['a', 'b', 'c'],
    reports: 'abc',
  },
  {
    name: 'nor after one that another tab met',
    groups: ['a', 'b'],
    answered: [report('b', { outcome: 'interrupted', error: unreachable })],
    made: [],
    reports: 'ab',
  },
]

const groupToken = (group: string) => ({ token: 'own', shared: { filter: group, token: group } })

it.each(cases)(
  '$name',
  async ({ groups, runs = {}, answered = [], dropped = {}, joins = {}, made, reports }) => {
    const all = [...new Set(groups.join(''))].sort().map((filter) => {
      const group = groups.find((each) => each.includes(filter))!
      return { ...newSubscription(filter, 0), ...(group.length > 1 ? groupToken(group) : {}) }
    })
    const ran: string[] = []
    const { runs: reported } = await runAll(
      answered,
      async () => {
        const here = all.filter(({ filter }) => {
          const { [filter]: until = Infinity } = dropped
          const { [filter]: from = 0 } = joins
          return from <= ran.length && ran.length < until
        })
        const isJoined = ({ filter }: { readonly filter: string }) => filter in joins
        return here.sort((one, other) => Number(isJoined(other)) - Number(isJoined(one)))
      },
      async ({ filters: asked }) => {
        const name = asked.join('')
        const isFirstTime = !ran.includes(name)
        ran.push(name)
        return (isFirstTime && runs[name]) || asked.map((filter) => report(filter))
      },
    )
    expect(ran).toEqual(made)
    expect(reported.map(({ filter }) => filter).join('')).toBe(reports)
  },
)
