import { expect, it } from 'vitest'
import type { Problem } from '../sync/status/problem.ts'
import type { EngineStatus } from '../sync/status/status.ts'
import type { LastRun } from '../store/records.ts'
import { logToConsole } from './log-to-console.ts'
import { scriptedWatch } from './scripted-watch.test-support.ts'

const start = Date.parse('2026-01-10T12:00:00')

/** A scripted engine, and a console that remembers. */
function bench() {
  const lines: string[] = []
  let now = start
  const { engine, reported } = scriptedWatch()
  const to = {
    info: (line: string) => lines.push(`info ${line}`),
    warn: (line: string) => lines.push(`warn ${line}`),
  }
  const end = logToConsole(engine, { console: to, clock: { now: () => now } })
  const status = (seconds: number, part: object) => {
    now = start + seconds * 1000
    reported.status!({
      activity: null,
      role: 'writer',
      subscriptions: [],
      ...part,
    } as unknown as EngineStatus)
  }
  const lastRun = (seconds: number, rest: Partial<LastRun> = {}) => ({
    subscriptions: [
      {
        filter: 'translations:20',
        lastRun: {
          at: start + seconds * 1000,
          epoch: 1,
          outcome: 'current',
          errorCode: null,
          message: null,
          retryAt: null,
          ...rest,
        },
      },
    ],
  })
  return {
    lines,
    status,
    lastRun,
    end,
    reported,
    problem: (problem: Problem | null) => reported.problem!(problem),
  }
}

const activity = {
  filter: 'translations:20',
  mode: 'bootstrap',
  phase: 'fetching',
  pages: 1,
  mutations: 1,
  snapshots: { total: 1, done: 1 },
  resources: [{ key: 'translations:20', phase: 'done', bytes: 1_200_000, bytesExpected: null, rows: 6236 }],
}

it('a run is told of once, when it has ended, with what it did', () => {
  const { lines, status, lastRun } = bench()
  status(0, { activity })
  expect(lines).toEqual([])
  status(0.8, lastRun(0.8))
  status(1, lastRun(0.8))
  expect(lines).toEqual([
    'info [waraq] translations:20: current in 0.8 s (bootstrap: 1 page, 1 change, 1 snapshot, 6,236 rows, 1.2 MB)',
  ])
})

it('a run of another tab that failed says so, and when the next try comes', () => {
  const { lines, status, lastRun } = bench()
  status(0, { activity: { ...activity, snapshots: { total: 0, done: 0 }, resources: [] }, role: 'follower' })
  const failed = { outcome: 'interrupted', errorCode: 'token_unavailable', retryAt: start + 60_000 } as const
  status(2, lastRun(2, failed))
  expect(lines).toEqual([
    'info [waraq] translations:20: interrupted in 2.0 s, in another tab, token_unavailable (bootstrap: 1 page, 1 change); next try at 12:01:00',
  ])
})

it('what ended before the page began is no news', () => {
  const { lines, status, lastRun } = bench()
  status(1, lastRun(-60))
  expect(lines).toEqual([])
  status(5, lastRun(4))
  expect(lines).toEqual(['info [waraq] translations:20: current'])
})

it('a problem is a warning with its remedy, and its end is told where there was one', () => {
  const { lines, problem, end, reported } = bench()
  problem(null)
  problem({
    code: 'token_unavailable',
    message: 'The token relay answered 404.',
    remedy: 'Check the path of its address.',
    part: 'relay',
    unanswered: false,
    filter: null,
    since: start,
    nextTryAt: start + 60_000,
  })
  problem(null)
  expect(lines).toEqual([
    'warn [waraq] The token relay answered 404. Check the path of its address. (token_unavailable; next try at 12:01:00)',
    'info [waraq] Nothing is wrong any more.',
  ])
  end()
  expect(reported).toEqual({})
})
