import { describe, expect, it } from 'vitest'
import { engineReadings } from './engine-record-checks.ts'
import { withDigest } from './record-digest.ts'
import { isStandIn, type Fields } from './record-checks.ts'
import { dataFormat, newSubscription, nothingInstalled, noWriter } from './records.ts'
import { emptySchedule } from './schedule-record.ts'

/** Single records; `scenarios/damaged-records.test.ts` has what becomes of a library. */

const filter = 'translations:20'
const read = (table: string, record: object) => engineReadings[table]!(record as Fields)

describe('a subscription', () => {
  const current = {
    ...newSubscription(filter, 1),
    token: 'a',
    sequence: 5,
    committedUpTo: 5,
    currentAt: 9,
    listed: [filter],
  }

  it('that fits is read as it is', () => expect(read('subscriptions', current)).toBe(current))
  it.each<[string, object]>([
    ['asked for by nobody', { owners: [] }],
    ['asked for by somebody else', { owners: ['app', 'them'] }],
    ['with a token that is none', { token: 5 }],
    ['with an empty token', { token: '' }],
    ['with a token and no sequence', { sequence: null }],
    ['current at a bound that it never committed', { sequence: 6 }],
    ['without a count of feeds that went back', { wentBack: undefined }],
  ])('%s begins anew, says so, and keeps what fits', (_, wrong) => {
    const instead = read('subscriptions', { ...current, ...wrong })!
    expect(instead).toMatchObject({
      filter,
      token: null,
      sequence: null,
      committedUpTo: 5,
      listed: [filter],
      lastRun: { outcome: 'failed', errorCode: 'resource_damaged' },
    })
    expect(isStandIn(instead)).toBe(true)
    expect(read('subscriptions', { ...instead })).toEqual(instead)
  })
})

describe('a batch', () => {
  const batchCursor = {
    filter,
    id: 3,
    mode: 'incremental',
    fromToken: 'a',
    perPage: 10,
    startedAt: 1,
    openedAtCommit: 2,
    pages: 1,
    mutations: 1,
    bytes: 9,
    nextPage: null,
    complete: true,
    upTo: 7,
    nextToken: 'b',
    serverTime: null,
  }

  it('that fits is read as it is', () => {
    expect(read('batchCursors', batchCursor)).toBe(batchCursor)
    // Only the store has the digest.
    expect(read('batchCursors', withDigest<object>(batchCursor))).toEqual(batchCursor)
  })
  it.each<[string, object]>([
    ['of no mode', { mode: 'x' }],
    ['without a bound', { upTo: null }],
    ['that is not as digested', { ...withDigest<object>(batchCursor), nextToken: 'c' }],
  ])('%s is one that no run goes on with', (_, wrong) =>
    expect(read('batchCursors', { ...batchCursor, ...wrong })).toEqual({
      filter,
      id: 0,
      openedAtCommit: 0,
      perPage: 0,
    }),
  )

  it('has pages as digested; one without a digest is of an earlier version', () => {
    const page = { batchCursor: 3, page: 0, address: null, mutations: [{ sequence: 1, type: 'x' }] }
    const digested = withDigest<object>(page)
    expect(read('staged', { ...digested })).toEqual(page)
    expect(read('staged', page)).toBe(page)
    expect(read('staged', { ...digested, mutations: [{ sequence: 2, type: 'x' }] })).toBeUndefined()
  })
})

it.each<[string, string, object, object]>([
  [
    'a resource needs its snapshot, and no sequence of its is believed',
    'resources',
    { ...nothingInstalled, key: 'tafsirs:1', group: 'tafsirs', id: 1, asOf: 9, base: 9 },
    { key: 'tafsirs:1', status: 'installed', needsSnapshot: 'damage', asOf: 0, base: 0, manifests: [] },
  ],
  [
    'a subscription begins anew, without a bound',
    'subscriptions',
    { ...newSubscription(filter, 1), token: 't', sequence: 7, committedUpTo: 7 },
    { filter, token: null, sequence: null, committedUpTo: null, lastRun: { errorCode: 'resource_damaged' } },
  ],
  [
    'a writer has no newer format',
    'meta',
    { ...noWriter, format: dataFormat + 1, epoch: 4 },
    { key: 'writer', format: dataFormat, epoch: 4 },
  ],
])('of a record that fits and is not as digested: %s', (_, table, record, expected) => {
  const digested = withDigest<object>(record)
  expect(read(table, { ...digested, createdAt: 3, committedAt: 3, leaseUntil: 3 })).toMatchObject(expected)
})

it('a damaged timetable begins with a sync, and keeps a pause and a wait that can be read', () => {
  const stored = { ...emptySchedule, pausedAt: 5, notBefore: 7, automatic: 'x' }
  expect(read('meta', stored)).toMatchObject({
    pausedAt: 5,
    notBefore: 7,
    nextAt: 0,
    automatic: [],
    underWay: null,
  })
  expect(read('meta', { ...stored, pausedAt: 'x' })).toMatchObject({ pausedAt: null })
})

it.each([
  [
    { key: 'writer', format: 4, epoch: 'x', leader: 'a', leaseUntil: 1 },
    { format: 4, epoch: 0, leader: 'a' },
  ],
  [
    { key: 'counters', stagings: -1, commits: 5 },
    { stagings: 0, commits: 5 },
  ],
  [{ key: 'keyRules', confirmed: 5 }, undefined],
  [{ key: 'audit', last: 5 }, undefined],
  [{ key: 'suspects', resources: [5] }, undefined],
  [{ key: '__proto__', of: 'another version' }, { of: 'another version' }],
])('of %j what fits is read', (record, expected) => {
  const found = read('meta', record)
  if (expected) expect(found).toMatchObject(expected)
  else expect(found).toBeUndefined()
})
