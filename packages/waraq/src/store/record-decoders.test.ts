import { describe, expect, it } from 'vitest'
import { resourceRecord } from './layers.test-support.ts'
import { decoderOf, isStandIn, type Fields } from './record-decoders.ts'
import { withDigest } from './record-digest.ts'
import { dataFormat, newSubscription, noCounters, noWriter } from './records.ts'
import { emptySchedule } from './schedule-record.ts'

/** Single records; `sync/scenarios/damaged-records.test.ts` has what becomes of a library. */

const filter = 'translations:20'
const read = (table: string, record: object | undefined) => decoderOf(table)(record as Fields | undefined)

const resource = resourceRecord(filter, { base: 5, asOf: 10, snapshotSequence: 12, empty: true })
const subscription = {
  ...newSubscription(filter, 1),
  token: 'a',
  sequence: 5,
  committedUpTo: 5,
  currentAt: 9,
  listed: [filter],
  lastRun: { at: 1, epoch: 3, outcome: 'current', errorCode: null, message: null, retryAt: null },
}
const restarted = {
  filter,
  owners: ['app'],
  token: null,
  sequence: null,
  committedUpTo: null,
  currentAt: null,
  listed: [filter],
  lastRun: { epoch: 3, outcome: 'failed', errorCode: 'resource_damaged' },
}
const batchCursor = { filter, id: 3, openedAtCommit: 2, perPage: 10, nextToken: 'b' }
const schedule = { ...emptySchedule, pausedAt: 5, notBefore: 7, automatic: [1] }

/** A record as stored, a field of it with a wrong value, and what is read then. */
const cases: readonly [table: string, record: object, wrong: object, expected: object | undefined][] = [
  [
    'resources',
    resource,
    { asOf: 11 },
    // With a sequence that is too high, the service would seem to have gone back.
    { key: filter, group: 'translations', id: 20, status: 'installed', needsSnapshot: 'damage', asOf: 0 },
  ],
  ['resources', { ...resource, key: 'nothing' }, { asOf: 11 }, { key: 'nothing', group: '', id: 0 }],
  ['manifests', { id: `000000000001|${filter}|translation`, segments: [] }, { segments: 5 }, undefined],
  ['stagings', { id: 1, partial: { bytes: 1 } }, { partial: { bytes: 2 } }, { id: 1 }],
  ['subscriptions', subscription, { token: 'c' }, restarted],
  ['subscriptions', subscription, { owners: [] }, { ...restarted, owners: ['app', 'person'] }],
  ['subscriptions', subscription, { owners: ['them'] }, { ...restarted, owners: ['app', 'person'] }],
  ['subscriptions', subscription, { listed: 'x' }, { ...restarted, listed: [] }],
  ['subscriptions', subscription, { lastRun: { epoch: 1e300 } }, { lastRun: { epoch: 0 } }],
  ['batchCursors', batchCursor, { nextToken: 'c' }, { filter, id: 0, openedAtCommit: 0, perPage: 0 }],
  ['staged', { batchCursor: 3, page: 0, mutations: [] }, { mutations: [{}] }, undefined],
  [
    'prepared',
    { batchCursor: 3, key: filter, staging: 4, floor: 5, manifests: [] },
    { floor: 4 },
    { batchCursor: 3, key: filter, staging: 0, floor: -1 },
  ],
  ['meta', { ...noWriter, epoch: 4 }, { format: dataFormat + 1 }, { key: 'writer', format: dataFormat }],
  ['meta', { ...noCounters, commits: 5 }, { stagings: -1 }, { key: 'counters', stagings: 0 }],
  ['meta', { key: 'keyRules', confirmed: [] }, { confirmed: 5 }, undefined],
  ['meta', { key: 'audit', last: '' }, { last: 5 }, undefined],
  ['meta', { key: 'suspects', resources: [] }, { resources: [5] }, undefined],
  ['meta', { key: 'sharing', notBefore: 1 }, { notBefore: 2 }, undefined],
  [
    'meta',
    schedule,
    { automatic: 'x' },
    { pausedAt: 5, notBefore: 7, nextAt: 0, automatic: [], inProgress: null },
  ],
  ['meta', schedule, { pausedAt: 'x' }, { pausedAt: null, notBefore: 7 }],
]

describe.each(cases)('a record of %s: %j', (table, record, wrong, expected) => {
  it('is read as it was written', () => {
    // Only the store has the digest.
    expect(read(table, withDigest(record))).toEqual(record)
    expect(isStandIn(read(table, withDigest(record))!)).toBe(false)
  })

  it.each<[string, object]>([
    ['with a wrong field', { ...withDigest(record), ...wrong }],
    ['without a digest', { ...record, ...wrong }],
  ])('%s is replaced by a default', (_, damaged) => {
    const instead = read(table, damaged)
    if (!expected) return expect(instead).toBeUndefined()
    expect(instead).toMatchObject(expected)
    expect(isStandIn(instead!)).toBe(true)
    // Stored in its place, it is read as it is.
    expect(read(table, withDigest(instead!))).toEqual(instead)
  })
})

it('a record that is missing is missing', () => {
  expect(read('resources', undefined)).toBeUndefined()
  expect(read('meta', undefined)).toBeUndefined()
})

it('garbage without a manifest deletes nothing, and goes', () => {
  expect(read('garbage', { id: 1, manifest: 'a', successor: null })).toEqual({
    id: 1,
    manifest: 'a',
    successor: null,
  })
  for (const wrong of [{ manifest: 5 }, { successor: {} }])
    expect(read('garbage', { id: 1, manifest: 'a', successor: null, ...wrong })).toEqual({
      id: 1,
      manifest: '',
      successor: null,
    })
})

it('a record of another version is read as it is', () => {
  expect(read('meta', { key: '__proto__', of: 'another version' })).toMatchObject({ of: 'another version' })
})
