import { describe, expect, it } from 'vitest'
import { withDigest } from './record-digest.ts'
import { resourceRecord } from './layers.test-support.ts'
import { isStandIn, pageReadings, type Fields } from './record-checks.ts'

/** Single records; `scenarios/damaged-records.test.ts` has what becomes of a library. */

const key = 'translations:20'
const manifest = {
  id: `000000000001|${key}|translation`,
  recordType: 'translation',
  rows: 1,
  size: 1,
  digest: 1,
}
const whole = resourceRecord(key, { manifests: [manifest], base: 5, asOf: 10, snapshotSequence: 12 })
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
    ['without rows, and not because its snapshot had none', { manifests: [], empty: undefined }],
    [
      'with a manifest of another resource',
      { manifests: [{ ...manifest, id: '000000000001|tafsirs:1|tafsir' }] },
    ],
    ['with a manifest under another type', { manifests: [{ ...manifest, recordType: 'tafsir' }] }],
    ['with a base beyond what it is as of', { base: 11 }],
  ])('%s needs its snapshot, and what fits is kept', (_, wrong) => {
    const instead = read('resources', { ...whole, ...wrong })!
    expect(instead).toMatchObject({
      key,
      group: 'translations',
      id: 20,
      status: 'installed',
      needsSnapshot: 'damage',
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
      needsSnapshot: 'damage',
    })
  })
})

describe('a staging that tells', () => {
  const list = { id: manifest.id, resource: key, recordType: 'translation', segments: [] }
  const partial = { resource: key, batchCursor: 1, bytes: 1, of: null, manifests: [list] }
  it('is read as it is, and so is one that tells nothing', () => {
    for (const staging of [{ id: 1, partial }, { id: 1 }]) expect(read('stagings', staging)).toBe(staging)
  })
  it.each<[string, object]>([
    ['of another staging', { manifests: [{ ...list, id: `000000000002|${key}|translation` }] }],
    ['of another resource', { resource: 'translations:21' }],
    ['of no list', { manifests: null }],
    ['of what no one needs', { batchCursor: 'none' }],
    ['of bytes below none', { bytes: -1 }],
  ])('%s tells nothing, and can be found as garbage', (_, wrong) => {
    expect(read('stagings', { id: 1, partial: { ...partial, ...wrong } })).toEqual({ id: 1 })
  })
  it('that was changed to what looks right is found by its digest', () => {
    const changed = { ...withDigest({ id: 1, partial }), partial: { ...partial, bytes: 2 } }
    expect(read('stagings', changed)).toEqual({ id: 1 })
  })
})

describe('a manifest', () => {
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
  const record = { id: manifest.id, resource: key, recordType: 'translation', segments: [segment] }

  it('that is whole is read as it is', () => expect(read('manifests', record)).toBe(record))
  it.each<[string, object]>([
    ['of another type', { recordType: 'tafsir' }],
    ['whose segments are none', { segments: 5 }],
    ['with keys the wrong way round', { segments: [{ ...segment, leastKey: '11' }] }],
    ['with one locator of two', { segments: [{ ...segment, leastLocator: 1 }] }],
    [
      'with locators the wrong way round',
      { segments: [{ ...segment, leastLocator: 2, greatestLocator: 1 }] },
    ],
  ])('%s is read as none', (_, wrong) => expect(read('manifests', { ...record, ...wrong })).toBeUndefined())
})

it('of a subscription, a page needs the list only', () => {
  const subscription = { filter: key, listed: [key] }
  expect(read('subscriptions', subscription)).toBe(subscription)
  expect(read('subscriptions', { filter: key, listed: 'x' })).toEqual({ filter: key, listed: [] })
})
