import { restoredError } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { problemOf } from './problem.ts'
import {
  hiddenProblem,
  runProblem,
  unlistedProblem,
  worstProblem,
  type Circumstances,
} from './status-problem.ts'
import { dataFormat, type LastRun, type SubscriptionRecord } from '../../store/records.ts'

const filter = 'translations:20'
const record = (lastRun: Partial<LastRun> | null) =>
  ({
    filter,
    lastRun: lastRun && {
      at: 50,
      epoch: 1,
      outcome: 'failed',
      errorCode: null,
      message: 'It broke. Mend it.',
      retryAt: null,
      ...lastRun,
    },
  }) as SubscriptionRecord

describe('what a run met', () => {
  it.each([
    ['nothing, before the first', null],
    ['nothing, where it became current', { outcome: 'current', errorCode: null } as const],
    ['the end of its budget', { outcome: 'interrupted', errorCode: 'budget_spent', retryAt: 60 } as const],
    [
      'a subscription that was changed meanwhile',
      { outcome: 'interrupted', errorCode: 'subscription_changed', retryAt: 60 } as const,
    ],
    ['another writer', { outcome: 'interrupted', errorCode: 'writer_superseded', retryAt: 60 } as const],
  ])('%s: no problem', (_, lastRun) => {
    expect(runProblem(record(lastRun), 99)).toBeNull()
  })
  it('is told with the first time that it was met, and the next try', () => {
    expect(runProblem(record({ errorCode: 'invalid_resources', since: 40 }), 99)).toEqual({
      code: 'invalid_resources',
      message: 'It broke.',
      remedy: 'Mend it.',
      part: 'service',
      unanswered: false,
      filter,
      since: 40,
      nextTryAt: 99,
    })
  })
  it('is of all subscriptions where each would meet it', () => {
    expect(runProblem(record({ errorCode: 'network', retryAt: 60 }), null)).toMatchObject({
      filter: null,
      since: 50,
    })
  })
})

describe('no answer', () => {
  it.each([
    ['of a run that is tried again', { errorCode: 'network', retryAt: 60 } as const, true],
    ['of a relay that refuses', { errorCode: 'token_unavailable', retryAt: null } as const, false],
    ['of a relay in trouble', { errorCode: 'token_unavailable', retryAt: 60, status: 503 } as const, false],
    ['of a service that fails', { errorCode: 'service_failed', retryAt: 60 } as const, false],
  ])('%s', (_, lastRun, unanswered) => {
    expect(runProblem(record(lastRun), null)).toMatchObject({ unanswered })
  })
  it('of a sync that could not begin', () => {
    const schedule = {
      nextSyncAt: 60,
      reason: 'retry',
      lastSyncAt: 50,
      errorCode: 'network',
      failures: 1,
    } as const
    const database = { kind: 'indexeddb', cause: null } as const
    const reported = worstProblem({
      format: dataFormat,
      database,
      met: [],
      schedule,
      silent: true,
      nextTryAt: 60,
    })
    expect(reported).toMatchObject({ code: 'network', unanswered: true })
  })
})

describe('what the service has never listed', () => {
  const named = 'tafsirs:*;translations:20,999'
  const current = { filter: named, currentAt: 50, listed: ['translations:20', 'tafsirs:169'] } as const

  it('is told by its id, and with the next sync it may be there', () => {
    expect(unlistedProblem(current, new Set(), 99)).toEqual({
      code: 'not_listed',
      message: 'The service lists no translations:999.',
      remedy: 'Check the id: there is no such resource, or this client may not sync it.',
      part: 'service',
      unanswered: false,
      filter: named,
      since: null,
      nextTryAt: 99,
    })
  })
  it.each([
    ['before the first run is complete', { ...current, currentAt: null }, []],
    ['where the record of its withdrawal is here', current, ['translations:999'] as const],
    ['where a filter names no ids', { ...current, filter: 'tafsirs:*', listed: [] }, []],
  ])('%s: no problem', (_, record, known) => {
    expect(unlistedProblem(record, new Set(known), 99)).toBeNull()
  })
})

describe('text that is not shown because no sync has confirmed it', () => {
  it('names the days, and what keeps a sync from confirming it', () => {
    const met = problemOf(
      { code: 'network', message: 'No answer came. Look at the network.' },
      { unanswered: true, nextTryAt: 9 },
    )
    expect(hiddenProblem(filter, 7, met)).toEqual({
      ...met,
      code: 'content_stale',
      message:
        'No sync has confirmed translations:20 for more than 7 days, so it is not shown until one does.',
      remedy: 'No answer came. Look at the network.',
      filter,
    })
  })
  it('asks for a network where nothing else is known', () => {
    expect(hiddenProblem(filter, 7, null)).toMatchObject({
      remedy: 'Connect to the network.',
      nextTryAt: null,
    })
  })
})

describe('the problem that hinders most', () => {
  const ofOne = problemOf({ code: 'invalid_resources', message: '' }, { filter })
  const ofAll = problemOf({ code: 'network', message: '' })
  const cause = restoredError({ code: 'storage_unavailable', message: 'It stores nothing. Allow it.' })
  const none: Circumstances = {
    format: dataFormat,
    database: { kind: 'indexeddb', cause: null },
    met: [null],
    schedule: null,
    silent: false,
    nextTryAt: null,
  }
  const failing = {
    nextSyncAt: 9,
    reason: 'retry',
    lastSyncAt: 5,
    errorCode: 'storage_blocked',
    failures: 1,
  } as const
  it.each<[string, Partial<Circumstances>, string | undefined]>([
    ['nothing', {}, undefined],
    ['a newer format', { format: dataFormat + 1, met: [ofAll] }, 'newer_format'],
    ['all, before one', { met: [null, ofOne, ofAll] }, 'network'],
    ['one', { met: [null, ofOne] }, 'invalid_resources'],
    [
      'text that is hidden, before all',
      { met: [ofAll, hiddenProblem('translations:20', 7, ofAll)] },
      'content_stale',
    ],
    [
      'a library in memory, before one',
      { database: { kind: 'memory', cause }, met: [ofOne] },
      'storage_unavailable',
    ],
    ['a library that was recreated', { database: { kind: 'indexeddb', cause } }, undefined],
    ['a sync without runs', { schedule: failing, nextTryAt: 9 }, 'storage_blocked'],
    ['a sync without runs, long past', { schedule: { ...failing, failures: 0 } }, undefined],
    ['a sync that was only cut off', { schedule: { ...failing, errorCode: 'budget_spent' } }, undefined],
  ])('%s', (_, circumstances, code) => {
    expect(worstProblem({ ...none, ...circumstances })?.code).toBe(code)
  })
})
