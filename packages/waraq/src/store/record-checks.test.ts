import { describe, expect, it } from 'vitest'
import { withDigest } from './record-digest.ts'
import { resourceRecord } from './layers.test-support.ts'
import { isStandIn, pageReadings, type Fields } from './record-checks.ts'

/** Single records; `scenarios/damaged-records.test.ts` has what becomes of a library. */

const key = 'translations:20'
const directory = {
  id: `000000000001|${key}|translation`,
  recordType: 'translation',
  rows: 1,
  size: 1,
  digest: 1,
}
const whole = resourceRecord(key, { directories: [directory], base: 5, asOf: 10, snapshotSequence: 12 })
const read = (table: string, record: object | undefined) => pageReadings[table]!(record as Fields | undefined)

describe('a resource', () => {
  it('that is whole is read as it is; one that is missing is missing', () => {
    expect(read('resources', whole)).toBe(whole)
    expect(isStandIn(whole)).toBe(false)
    expect(read('resources', undefined)).toBeUndefined()
  })
  it.each<[string, object]>([
    ['of another group', { group: 'tafsirs' }],
    ['whose id is a text', { id: '20' }],
    ['with a reason and rows', { reason: 'hidden' }],
    ['without rows, and not because its snapshot had none', { directories: [], empty: undefined }],
    [
      'with a directory of another resource',
      { directories: [{ ...directory, id: '000000000001|tafsirs:1|tafsir' }] },
    ],
    ['with a directory under another type', { directories: [{ ...directory, recordType: 'tafsir' }] }],
    ['with a base beyond what it is as of', { base: 11 }],
  ])('%s owes its snapshot, and what fits is kept', (_, wrong) => {
    const instead = read('resources', { ...whole, ...wrong })!
    expect(instead).toMatchObject({
      key,
      group: 'translations',
      id: 20,
      status: 'installed',
      owes: 'damage',
      asOf: 10,
      snapshotSequence: 12,
    })
    expect(isStandIn(instead)).toBe(true)
    // Stored in its place, it is read as it is.
    expect(read('resources', { ...instead })).toEqual(instead)
    expect(isStandIn(read('resources', { ...instead })!)).toBe(false)
  })
  it('under a key of nothing has no id', () => {
    expect(read('resources', { ...whole, key: 'nothing' })).toMatchObject({
      key: 'nothing',
      id: 0,
      owes: 'damage',
    })
  })
})

describe('a draft that tells', () => {
  const list = { id: directory.id, resource: key, recordType: 'translation', segments: [] }
  const arriving = { resource: key, journal: 1, bytes: 1, of: null, directories: [list] }
  it('is read as it is, and so is one that tells nothing', () => {
    for (const draft of [{ id: 1, arriving }, { id: 1 }]) expect(read('drafts', draft)).toBe(draft)
  })
  it.each<[string, object]>([
    ['of another draft', { directories: [{ ...list, id: `000000000002|${key}|translation` }] }],
    ['of another resource', { resource: 'translations:21' }],
    ['of no list', { directories: null }],
    ['of what no one owes', { journal: 'none' }],
    ['of bytes below none', { bytes: -1 }],
  ])('%s tells nothing, and can be found as garbage', (_, wrong) => {
    expect(read('drafts', { id: 1, arriving: { ...arriving, ...wrong } })).toEqual({ id: 1 })
  })
  it('that was changed to what looks right is found by its digest', () => {
    const changed = { ...withDigest({ id: 1, arriving }), arriving: { ...arriving, bytes: 2 } }
    expect(read('drafts', changed)).toEqual({ id: 1 })
  })
})

describe('a directory', () => {
  const segment = {
    id: 1,
    count: 2,
    size: 3,
    digest: 4,
    leastKey: '9',
    greatestKey: '10',
    leastLocator: null,
    greatestLocator: null,
  }
  const record = { id: directory.id, resource: key, recordType: 'translation', segments: [segment] }

  it('that is whole is read as it is', () => expect(read('directories', record)).toBe(record))
  it.each<[string, object]>([
    ['of another type', { recordType: 'tafsir' }],
    ['whose segments are none', { segments: 5 }],
    ['with keys the wrong way round', { segments: [{ ...segment, leastKey: '11' }] }],
    ['with one locator of two', { segments: [{ ...segment, leastLocator: 1 }] }],
    [
      'with locators the wrong way round',
      { segments: [{ ...segment, leastLocator: 2, greatestLocator: 1 }] },
    ],
  ])('%s is read as none', (_, wrong) => expect(read('directories', { ...record, ...wrong })).toBeUndefined())
})

it('of a subscription, a page needs the list only', () => {
  const subscription = { filter: key, listed: [key] }
  expect(read('subscriptions', subscription)).toBe(subscription)
  expect(read('subscriptions', { filter: key, listed: 'x' })).toEqual({ filter: key, listed: [] })
})
