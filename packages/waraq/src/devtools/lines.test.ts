import { expect, it } from 'vitest'
import { lineOf } from './lines.ts'
import type { LoggedRun } from './run-log.ts'

const noon = Date.parse('2026-01-10T12:00:00')
const run = (rest: Partial<LoggedRun>): LoggedRun => ({
  id: 1,
  filter: 'translations:20',
  mode: 'incremental',
  startedAt: noon,
  endedAt: noon + 1_200,
  elsewhere: false,
  counts: { pages: 2, mutations: 1_000, snapshots: 0, rows: 0, bytes: 0, exact: true },
  outcome: 'current',
  errorCode: null,
  retryAt: null,
  recordedAt: noon + 1_200,
  ...rest,
})
const snapshots = { pages: 1, mutations: 1, snapshots: 2, rows: 12_472, bytes: 2_440_000, exact: true }

it.each([
  ['changes', {}, 'current in 1.2 s (incremental: 2 pages, 1,000 changes)'],
  [
    'snapshots',
    { mode: 'bootstrap', counts: snapshots },
    'current in 1.2 s (bootstrap: 1 page, 1 change, 2 snapshots, 12,472 rows, 2.4 MB)',
  ],
  ['the clock was set back', { startedAt: noon + 5_000, counts: null }, 'current in 0.0 s'],
  ['only its end was seen', { mode: null, startedAt: null, counts: null }, 'current'],
  [
    'another tab’s, that failed',
    { elsewhere: true, outcome: 'interrupted', errorCode: 'network', retryAt: noon + 60_000, counts: null },
    'interrupted in 1.2 s, in another tab, network; next try at 12:01:00',
  ],
  [
    'a deferred refresh that comes later',
    { outcome: 'partial', errorCode: 'postponed', retryAt: noon + 7_260_000, counts: null },
    'partial in 1.2 s, postponed; a deferred refresh comes at about 14:01',
  ],
] as const)('a run in one line: %s', (_, rest, line) => {
  expect(lineOf(run(rest))).toBe(`translations:20: ${line}`)
})
