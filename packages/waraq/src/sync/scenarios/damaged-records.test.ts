import { beforeAll, describe, expect, it } from 'vitest'
import { recordAllKinds } from './all-records.test-support.ts'
import { isAsAllowed } from './outcome-of-damage.test-support.ts'
import { tryCase, whatIsUsual, type Usual } from './damaged-records.test-support.ts'
import { benchOn } from './library-dump.test-support.ts'
import { dumpTables, type LibraryDump } from './table-dump.test-support.ts'
import { bookkeepingTables, knownFields } from './record-fields.test-support.ts'
import {
  allCases,
  damagedLibrary,
  isPlain,
  pathsIn,
  placeOf,
  withValue,
  type Case,
} from './wrong-fields.test-support.ts'

/**
 * One field of one bookkeeping record is wrong: another version's script, an extension, a bad disk. Here every
 * forty-eighth field with one wrong value; `test/hostile/records.deep.test.ts` tries each field of each record with all of them.
 */

let kept: LibraryDump
let usual: Usual
beforeAll(async () => {
  kept = await recordAllKinds()
  usual = await whatIsUsual(kept)
})

it('the library has every field of every record, and no other', () => {
  const found = new Map<string, Set<string>>()
  for (const table of bookkeepingTables) {
    for (const [index, record] of kept.tables[table]!.records.entries()) {
      for (const path of pathsIn(record)) {
        const name = path.at(-1)!
        const place = placeOf(kept, { table, index, path }).split('.').slice(0, -1).join('.')
        if (!(place in knownFields) || typeof name === 'number') continue
        found.set(place, (found.get(place) ?? new Set()).add(name))
      }
    }
  }
  // What is prepared has no deltas.
  const rare = new Set(['prepared.manifests.#.deltas'])
  for (const [place, fields] of Object.entries(knownFields)) {
    const names = Object.keys(fields).filter((name) => !rare.has(`${place}.${name}`))
    expect([place, [...(found.get(place) ?? [])].sort()]).toEqual([place, names.sort()])
  }
})

it('without damage, the library goes on', async () => {
  expect(await tryCase(kept, null, usual)).toMatchObject({
    verdict: 'went on right',
    shownWrong: [],
    othersHurt: [],
    threw: [],
    reported: false,
  })
})

/** What made a whole library fail before records were checked. */
const onceFatal: readonly [place: string, wrong: string][] = [
  ['resources.manifests', 'null'],
  ['resources.manifests', 'a truth value'],
  ['resources.manifests.#.id', 'an empty list'],
  ['resources.installedAtCommit', 'the greatest'],
  ['manifests.segments', 'null'],
  ['manifests.segments', 'an object'],
  ['subscriptions.token', 'another number'],
  ['subscriptions.listed', 'null'],
  ['subscriptions.wentBack', 'missing'],
  ['subscriptions.committedBound', 'an object'],
  ['batchCursors.id', 'null'],
  ['batchCursors.pages', 'missing'],
  ['batchCursors.nextToken', 'missing'],
  ['staged.mutations', 'null'],
  ['prepared.manifests', 'missing'],
  ['garbage.manifest', 'an object'],
  ['meta/writer.epoch', 'another text'],
  ['meta/counters.stagings', 'null'],
  ['meta/schedule.automatic', 'null'],
]

/** The cases of a table: every ninety-sixth place with one value, in turn, and those that were fatal once. */
function casesOf(table: string): Case[] {
  const places = new Map<string, Case[]>()
  for (const each of allCases(kept, true)) {
    const place = placeOf(kept, each)
    places.set(place, [...(places.get(place) ?? []), each])
  }
  return [...places].flatMap(([place, cases], turn) =>
    cases.filter(
      (each, index) =>
        each.table === table &&
        ((turn % 96 === 0 && index === turn % cases.length) ||
          onceFatal.some(([fatal, wrong]) => fatal === place && wrong === each.wrong)),
    ),
  )
}

describe('a wrong field of a record', () => {
  it.each(bookkeepingTables)('of %s hurts no other, and heals with the next sync', async (table) => {
    for (const each of casesOf(table)) {
      const outcome = await tryCase(kept, each, usual)
      expect([placeOf(kept, each), each.wrong, isAsAllowed(outcome)]).toEqual([
        placeOf(kept, each),
        each.wrong,
        'as allowed',
      ])
    }
  })
})

describe('what was damaged', () => {
  const firstOf = (table: string, field: string): Case => ({ table, index: 0, path: [field], wrong: 'null' })

  it('of a resource is told by the status until the next sync, and the record is whole again on disk', async () => {
    const bench = await benchOn(damagedLibrary(kept, firstOf('resources', 'manifests')))
    try {
      const { engine } = bench
      const problem = async () =>
        (await engine.status()).subscriptions.find(({ problem: each }) => each?.code === 'resource_damaged')
          ?.problem
      expect(await problem()).toMatchObject({
        message: 'Part of articles:1 is damaged on this device.',
        remedy: 'It is fetched again with the next sync.',
        part: 'storage',
      })
      await engine.sync()
      expect(await problem()).toBeUndefined()
      const { resources } = (await dumpTables(bench.indexedDB)).tables
      expect(resources!.records).toContainEqual(
        expect.objectContaining({
          key: 'articles:1',
          needsSnapshot: null,
          manifests: [expect.objectContaining({ recordType: 'article_localization' })],
        }),
      )
    } finally {
      await bench.close()
    }
  })
  it('of a subscription is told by the status, and the writer stores the new beginning with its leadership', async () => {
    const bench = await benchOn(damagedLibrary(kept, firstOf('subscriptions', 'listed')))
    try {
      const { engine } = bench
      const { filter } = kept.tables['subscriptions']!.records[0] as { filter: string }
      const statusOf = async () =>
        (await engine.status()).subscriptions.find((each) => each.filter === filter)!
      expect((await statusOf()).problem).toMatchObject({ code: 'resource_damaged', filter, since: null })
      // A turn of the writer that runs no subscription: the record is stored all the same.
      await engine.verify({ group: 'articles', id: 999 })
      const { subscriptions } = (await dumpTables(bench.indexedDB)).tables
      expect(subscriptions!.records).toContainEqual(
        expect.objectContaining({
          filter,
          token: null,
          listed: [],
          lastRun: expect.objectContaining({ errorCode: 'resource_damaged' }) as object,
        }),
      )
    } finally {
      await bench.close()
    }
  })
})

describe('a record under a key of nothing', () => {
  it.each([
    ['resources', { key: 'no key' }],
    ['resources', { key: 42, manifests: 'x' }],
    ['subscriptions', { filter: 'no filter' }],
    ['subscriptions', { filter: 'translations:20,3' }],
    ['subscriptions', { filter: 7, listed: 5 }],
    ['batchCursors', { filter: 'tafsirs:1', id: 5 }],
    ['staged', { batchCursor: 'x', page: 'y' }],
    ['prepared', { batchCursor: 'x', key: 'y' }],
    ['stagings', { id: 'no number' }],
    ['garbage', { id: 'no number', manifest: {} }],
    ['manifests', { id: 'no id', segments: 3 }],
    ['meta', { key: '__proto__', format: 99 }],
  ])('of %s, %j, fails nothing and goes with the next sync', async (table, record) => {
    const { records, ...rest } = kept.tables[table]!
    const library = {
      ...kept,
      tables: { ...kept.tables, [table]: { ...rest, records: [...records, record] } },
    }
    const bench = await benchOn(library)
    try {
      const { engine, store, db } = bench
      expect(
        (await store.resources()).map(({ key }) => key).filter((key) => !/^[a-z_]+:\d+$/.test(key)),
      ).toEqual([])
      const before = (await engine.status()).subscriptions.length
      expect((await engine.sync()).outcome).toBe('current')
      expect(before).toBe(4)
      if (table === 'meta') return
      const key = Object.values(record)[0] as string
      await expect
        .poll(async () => (await db.table(table).toCollection().primaryKeys()).flat())
        .not.toContain(key)
    } finally {
      await bench.close()
    }
  })
})

it('what is put in a record for a test replaces one value', () => {
  const record = { a: [{ b: 1 }], c: 2 }
  expect(withValue(record, ['a', 0, 'b'], 3)).toEqual({ a: [{ b: 3 }], c: 2 })
  expect(withValue(record, ['c'], undefined)).toEqual({ a: [{ b: 1 }] })
  expect(isPlain(record)).toBe(true)
})
