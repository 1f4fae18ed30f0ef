import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WaraqDatabase } from './database.ts'
import { dataFormat, newSubscription } from './records.ts'
import { claimWriter, readCounters, readWriter, type Writer } from './writer.ts'
import {
  addSubscription,
  askForResync,
  dropSubscription,
  keepSubscriptions,
  removeOwned,
  removeUnsubscribed,
  desiredWithout,
} from './subscriptions.ts'
import { resourceRecord } from './layers.test-support.ts'

/** What the application asks to keep, and what is deleted once it no longer does. */

let db: WaraqDatabase
let writer: Writer
beforeEach(async () => {
  db = new WaraqDatabase({ name: 'subscriptions', indexedDB: new IDBFactory(), IDBKeyRange })
  writer = await claimWriter(db, 'a')
})
afterEach(() => db.close())

const filter = 'translations:20'

describe('a subscription', () => {
  it('that is made again keeps what it has', async () => {
    await addSubscription(db, filter, 5)
    await db.subscriptions.update(filter, { token: 'mine' })
    await addSubscription(db, filter, 6)
    expect(await db.subscriptions.toArray()).toMatchObject([
      { filter, createdAt: 5, token: 'mine', resync: false },
    ])
  })
  it('that is dropped takes its batch with it, and nothing of the others', async () => {
    for (const each of [filter, 'tafsirs:*']) {
      await addSubscription(db, each, 0)
      await db.batchCursors.put({ filter: each, id: 1 } as never)
    }
    await dropSubscription(db, filter)
    expect(await db.subscriptions.toCollection().primaryKeys()).toEqual(['tafsirs:*'])
    expect(await db.batchCursors.toCollection().primaryKeys()).toEqual(['tafsirs:*'])
  })
  it('is added or dropped where what is to be kept says so, and else left as it is', async () => {
    for (const each of [filter, 'tafsirs:*']) {
      await addSubscription(db, each, 5)
      await db.batchCursors.put({ filter: each, id: 1 } as never)
    }
    const reported = await keepSubscriptions(db, [filter, 'articles:1', 'articles:1'], 7)
    expect(reported).toEqual({ added: ['articles:1'], dropped: ['tafsirs:*'] })
    expect(await db.subscriptions.toArray()).toMatchObject([
      { filter: 'articles:1', createdAt: 7, token: null },
      { filter, createdAt: 5 },
    ])
    expect(await db.batchCursors.toCollection().primaryKeys()).toEqual([filter])
  })
  it('that a person asks for, too, stays where the application keeps it no more, and the other way round', async () => {
    const owners = async () =>
      Object.fromEntries((await db.subscriptions.toArray()).map((each) => [each.filter, each.owners]))
    await keepSubscriptions(db, [filter, 'articles:1'], 1)
    await addSubscription(db, filter, 2, 'person')
    await addSubscription(db, 'tafsirs:*', 3, 'person')
    await addSubscription(db, 'tafsirs:*', 4, 'person')
    expect(await owners()).toEqual({
      [filter]: ['app', 'person'],
      'articles:1': ['app'],
      'tafsirs:*': ['person'],
    })
    expect(await keepSubscriptions(db, [], 5)).toEqual({ added: [], dropped: ['articles:1'] })
    expect(await owners()).toEqual({ [filter]: ['person'], 'tafsirs:*': ['person'] })
    expect(await keepSubscriptions(db, [filter], 6)).toEqual({ added: [], dropped: [] })
    await removeOwned(db, filter, 'person')
    await removeOwned(db, 'tafsirs:*', 'app')
    expect(await owners()).toEqual({ [filter]: ['app'], 'tafsirs:*': ['person'] })
    await removeOwned(db, filter, 'app')
    await dropSubscription(db, 'tafsirs:*')
    expect(await owners()).toEqual({})
  })
  it('of several resources is left with those that its owner did not remove, and with what is known of them', async () => {
    const both = 'tafsirs:169;translations:97,131'
    await addSubscription(db, both, 5, 'person')
    await addSubscription(db, 'translations:97', 6, 'app')
    await addSubscription(db, 'tafsirs:169', 7, 'app')
    const listed = ['tafsirs:169', 'translations:97', 'translations:131'] as const
    const shared = { filter: `articles:1;${both}`, token: 'shared' }
    const known = {
      token: 'mine',
      shared,
      sequence: 7,
      committedUpTo: 8,
      currentAt: 9,
      listed,
      emptyGroups: ['tafsirs'],
    }
    await db.subscriptions.update(both, known)
    await db.batchCursors.put({ filter: both, id: 1 } as never)

    expect(await removeOwned(db, 'translations:97', 'person')).toEqual({
      added: ['tafsirs:169;translations:131'],
      dropped: [both],
    })
    expect(await db.subscriptions.get('tafsirs:169;translations:131')).toEqual({
      ...newSubscription('tafsirs:169;translations:131', 5, ['person']),
      sequence: 7,
      committedUpTo: 8,
      currentAt: 9,
      listed: ['tafsirs:169', 'translations:131'],
      emptyGroups: ['tafsirs'],
    })
    expect(await db.batchCursors.count()).toBe(0)
    // The rest is one that the application has as well.
    expect(await removeOwned(db, 'translations:131', 'person')).toEqual({
      added: [],
      dropped: ['tafsirs:169;translations:131'],
    })
    const owners = (await db.subscriptions.toArray()).map((each) => [each.filter, each.owners])
    expect(owners).toEqual([
      ['tafsirs:169', ['app', 'person']],
      ['translations:97', ['app']],
    ])
    expect(await removeOwned(db, 'translations:97', 'person')).toEqual({ added: [], dropped: [] })
  })
  it('to all resources of a group gives none of them up, and nothing else is removed then', async () => {
    await addSubscription(db, 'translations:*', 5, 'person')
    await addSubscription(db, 'translations:97', 6, 'person')
    await expect(removeOwned(db, 'translations:97', 'person')).rejects.toMatchObject({
      code: 'invalid_filter',
    })
    expect(await db.subscriptions.toCollection().primaryKeys()).toEqual(['translations:*', 'translations:97'])
    expect(await removeOwned(db, 'translations:*', 'person')).toMatchObject({
      dropped: ['translations:*', 'translations:97'],
    })
  })
  it('is wanted without what its owner removed', () => {
    const desired = [
      { filter: 'translations:97,131', owner: 'person' },
      { filter: 'translations:97', owner: 'person' },
      { filter: 'translations:97', owner: 'app' },
    ] as const
    expect(desiredWithout(desired, 'translations:97', 'person')).toEqual([
      { filter: 'translations:131', owner: 'person' },
      { filter: 'translations:97', owner: 'app' },
    ])
  })
  it('can be asked for anew where there is one', async () => {
    await addSubscription(db, filter, 0)
    expect([await askForResync(db, filter), await askForResync(db, 'tafsirs:*')]).toEqual([true, false])
    expect(await db.subscriptions.toArray()).toMatchObject([{ filter, resync: true }])
  })
  it.each([
    ['made', addSubscription],
    ['dropped', (database: WaraqDatabase, each: string) => dropSubscription(database, each)],
    ['asked for anew', askForResync],
  ])('is not %s where the data is of a newer format', async (_, change) => {
    await addSubscription(db, filter, 0)
    await db.meta.put({ ...(await readWriter(db)), format: dataFormat + 1 })
    const before = await db.subscriptions.toArray()
    for (const each of [filter, 'tafsirs:*'])
      await expect(change(db, each, 0)).rejects.toMatchObject({ code: 'newer_format' })
    expect(await db.subscriptions.toArray()).toEqual(before)
  })
})

describe('resources that no subscription asks for any more', () => {
  const put = (key: string) =>
    db.resources.put(
      resourceRecord(key, {
        manifests: [{ id: `of|${key}|tafsir`, recordType: 'tafsir', rows: 1, size: 1, digest: 1 }],
      }),
    )

  it('go, and their manifests are garbage; it counts as one commit', async () => {
    for (const key of [filter, 'translations:131', 'tafsirs:169', 'articles:1', 'no key at all'])
      await put(key)
    await addSubscription(db, filter, 0)
    await addSubscription(db, 'tafsirs:*', 0)
    writer.forget()
    await removeUnsubscribed(writer)
    expect(await db.resources.toCollection().primaryKeys()).toEqual(['tafsirs:169', filter])
    expect((await db.garbage.toArray()).map(({ manifest, successor }) => [manifest, successor])).toEqual([
      ['of|articles:1|tafsir', null],
      ['of|no key at all|tafsir', null],
      ['of|translations:131|tafsir', null],
    ])
    expect((await readCounters(db)).commits).toBe(1)
  })
  it('are none: then nothing is written', async () => {
    await put(filter)
    await addSubscription(db, filter, 0)
    writer.forget()
    await removeUnsubscribed(writer)
    expect([await db.resources.count(), (await readCounters(db)).commits]).toEqual([1, 0])
  })
})
