import { describe, expect, test } from 'vitest'
import { resultOf, resultOfError, type SyncResult } from './sync-result.ts'
import {
  cutOff,
  failure,
  forbidden,
  noon,
  report,
  run,
  slowDown,
  unreachable,
  worked,
} from './support.test-support.ts'
import type { SyncReport } from '../run/report.ts'
import { WaraqError } from '@waraq/protocol'

const ref = { group: 'translations', id: 20 }
const network = failure('network')
const invalid = failure('invalid_resources', { retryable: false })

const reports: [string, SyncReport, Partial<SyncResult>][] = [
  ['nothing to sync', report(), { verdict: 'nothing', outcome: 'nothing', errorCode: null }],
  ['all current', worked, { verdict: 'worked', errorCode: null, serviceAsked: null }],
  ['no answer', unreachable, { verdict: 'retry', errorCode: 'network', offline: true }],
  ['an answer too late', report(run('interrupted', { error: failure('timeout') })), { offline: true }],
  [
    'a relay out of reach',
    report(run('interrupted', { error: failure('token_unavailable') })),
    { offline: true },
  ],
  [
    'a relay in trouble',
    report(
      run('interrupted', {
        error: new WaraqError({ code: 'token_unavailable', message: 'x', retryable: true, status: 503 }),
      }),
    ),
    { verdict: 'retry', offline: false },
  ],
  [
    'a relay that refuses',
    report(run('interrupted', { error: failure('token_unavailable', { retryable: false }) })),
    { verdict: 'help', offline: false },
  ],
  [
    'a time of our own guess',
    report(run('interrupted', { error: network, retryAt: noon })),
    { serviceAsked: null },
  ],
  ['a time of the service', slowDown(noon), { serviceAsked: noon }],
  [
    'a time for one snapshot',
    report(
      run('partial', {
        error: failure('stale_snapshot'),
        needed: [{ ref, reason: 'invalidated', error: failure('service_failed', { retryAt: noon }) }],
      }),
    ),
    { verdict: 'retry', outcome: 'partial', serviceAsked: noon },
  ],
  [
    "another tab's guess",
    report(run('interrupted', { joined: true, error: failure('network', { retryAt: noon }), retryAt: noon })),
    { serviceAsked: null },
  ],
  [
    'what another tab was told',
    report(
      run('interrupted', { joined: true, error: failure('rate_limited', { retryAt: noon }), retryAt: noon }),
    ),
    { serviceAsked: noon },
  ],
  [
    'the latest of several times',
    report(...slowDown(noon + 5).runs, ...slowDown(noon).runs),
    { serviceAsked: noon + 5 },
  ],
  [
    'a deferred refresh that comes later',
    report(
      run('partial', {
        error: failure('postponed', { retryAt: noon }),
        needed: [{ ref, reason: 'invalidated', error: failure('postponed', { retryAt: noon }) }],
        retryAt: noon,
      }),
    ),
    {
      verdict: 'worked',
      outcome: 'partial',
      errorCode: null,
      serviceAsked: null,
      dueAt: noon,
    },
  ],
  [
    'the earliest of several refreshes',
    report(
      run('partial', { error: failure('postponed', { retryAt: noon + 5 }) }),
      run('partial', { error: failure('postponed', { retryAt: noon }) }),
    ),
    { verdict: 'worked', dueAt: noon },
  ],
  [
    'one beside a snapshot that failed',
    report(
      run('partial', {
        error: failure('timeout'),
        needed: [
          { ref, reason: 'invalidated', error: failure('timeout') },
          { ref, reason: 'invalidated', error: failure('postponed', { retryAt: noon }) },
        ],
      }),
    ),
    { verdict: 'retry', errorCode: 'timeout', serviceAsked: null, dueAt: noon },
  ],
  ['an end of the budget', cutOff, { verdict: 'cut_off', errorCode: 'budget_spent', serviceAsked: null }],
  [
    'that, beside a failure',
    report(...cutOff.runs, ...unreachable.runs),
    { verdict: 'retry', errorCode: 'network' },
  ],
  ['that, beside what cannot be helped', report(...cutOff.runs, ...forbidden.runs), { verdict: 'cut_off' }],
  ['a refusal', forbidden, { verdict: 'help', outcome: 'failed', errorCode: 'forbidden' }],
  ['a refusal of all', report(...forbidden.runs, ...forbidden.runs), { verdict: 'help' }],
  [
    'a refusal of one among others',
    report(run('current'), run('failed', { error: invalid })),
    { verdict: 'worked', outcome: 'partial', errorCode: 'invalid_resources' },
  ],
  [
    'a refusal beside what may pass',
    report(run('failed', { error: invalid }), ...unreachable.runs),
    { verdict: 'retry', errorCode: 'network' },
  ],
  [
    'one snapshot that cannot be had',
    report(run('partial', { error: failure('wrong_snapshot', { retryable: false }) })),
    { verdict: 'worked', errorCode: 'wrong_snapshot' },
  ],
  ['no reason', report(run('interrupted')), { verdict: 'retry', errorCode: null }],
]

describe('a report', () => {
  test.each(reports)('of %s', (_name, given, expected) => expect(resultOf(given)).toMatchObject(expected))
})

const errors: [string, unknown, Partial<SyncResult>][] = [
  [
    'that may pass',
    failure('storage_lost'),
    { verdict: 'retry', errorCode: 'storage_lost', outcome: 'failed' },
  ],
  ['that does not pass', failure('newer_format', { retryable: false }), { verdict: 'help' }],
  ['of unknown kind', new TypeError('x'), { verdict: 'retry', errorCode: 'internal', serviceAsked: null }],
  ['that names a time', failure('rate_limited', { retryAt: noon }), { serviceAsked: noon }],
  ['of the network', network, { offline: true }],
]

describe('an error', () => {
  test.each(errors)('%s', (_name, error, expected) => expect(resultOfError(error)).toMatchObject(expected))
})
