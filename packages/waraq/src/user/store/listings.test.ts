import { beforeEach, describe, expect, it } from 'vitest'
import { userDatabase } from '../database.test-support.ts'
import {
  collectionKeyed,
  favoritesKey,
  memberOf,
  noteKeyed,
  type Entity,
  type Value,
} from '../model/entity.ts'
import type { Row, PendingChange } from '../model/records.ts'
import type { UserDatabase } from './database.ts'
import { listedAt, storeListing, type ListingRead } from './listings.ts'

const favorite = (verseNumber: number) => memberOf(favoritesKey, { type: 'ayah', key: 2, verseNumber })
const row = (entity: Entity, value: Value | null, more: Partial<Row> = {}): Row => ({
  ...entity,
  value,
  tick: 1,
  ...more,
})
const pending = (entity: Entity, desired: Value, more: Partial<PendingChange> = {}): PendingChange => ({
  ...entity,
  format: 1,
  desired,
  base: null,
  at: 1,
  ahead: 0,
  ...more,
})

let db: UserDatabase
beforeEach(() => void (db = userDatabase()))
const read: ListingRead = { name: 'favorites', began: 1, at: 42, listsAgain: true }
const covers = ({ owner }: Entity) => owner === favoritesKey
const store = (favorites: readonly number[], began = 1) =>
  storeListing(
    db,
    { found: favorites.map((each) => ({ entity: favorite(each), value: true as const })), covers },
    { ...read, began },
  )
const shown = async () =>
  (await db.rows.toArray())
    .filter(({ value }) => value !== null)
    .map(({ target }) => target!.verseNumber)
    .sort()

describe('a list', () => {
  it('adds what is new, and believes an absence that a second one confirms', async () => {
    expect(await store([1, 2])).toBe(false)
    expect(await store([2])).toBe(true)
    expect(await shown()).toEqual([1, 2])
    expect(await store([2])).toBe(false)
    expect(await shown()).toEqual([2])
  })
  it('of favorites tells no time, and takes none away', async () => {
    await db.rows.put(row(favorite(1), true, { createdAt: 5, at: 7, missed: true }))
    await store([1])
    expect(await db.rows.get(favorite(1).key)).toEqual(row(favorite(1), true, { createdAt: 5 }))
  })
  it('has no time of what was gone and is there again', async () => {
    await db.rows.put(row(favorite(1), null, { createdAt: 5, at: 7 }))
    await store([1])
    expect(await db.rows.get(favorite(1).key)).toEqual(row(favorite(1), true))
  })
  it('an absence that the second one does not confirm is forgotten', async () => {
    await store([1, 2])
    await store([2])
    await store([1, 2])
    expect(await store([2])).toBe(true)
    expect(await shown()).toEqual([1, 2])
  })
  it('knows less than an answer that came after it was begun', async () => {
    await db.rows.bulkPut([row(favorite(1), null, { tick: 5 }), row(favorite(2), true, { tick: 5 })])
    await store([1], 4)
    await store([1], 4)
    expect(await shown()).toEqual([2])
    await store([1], 5)
    expect(await shown()).toEqual([1, 2])
  })
  it('says nothing of what it does not cover', async () => {
    const other = memberOf('collection|1', { type: 'ayah', key: 2, verseNumber: 9 })
    await db.rows.put(row(other, true))
    await store([])
    await store([])
    expect(await db.rows.get(other.key)).toMatchObject({ value: true })
  })
  it('writes nothing where nothing is new, so that no view is read again', async () => {
    await store([1, 2])
    let writes = 0
    db.rows.hook('creating', () => void (writes += 1))
    db.rows.hook('updating', () => void (writes += 1))
    await store([1, 2])
    expect(writes).toBe(0)
  })
})

describe('what this device made', () => {
  const note = { body: 'To think about.', ranges: ['2:1-2:1'] }
  const found = (id: string) => ({ entity: noteKeyed(`note|${id}`, note.ranges), value: note, id })
  const all = () => true

  it('keeps its key when a list tells its id before the answer does', async () => {
    const made = noteKeyed('note|new:1', note.ranges)
    await db.pending.put(pending(made, note, { sent: { at: 1, desired: note, since: 1, epoch: 1 } }))
    await storeListing(db, { found: [found('7'), found('8')], covers: all }, read)
    expect((await db.rows.toArray()).map(({ key, id }) => [key, id])).toEqual([
      ['note|8', '8'],
      ['note|new:1', '7'],
    ])
  })
  it('a note that was not sent yet is not taken for another of the same text', async () => {
    await db.pending.put(pending(noteKeyed('note|new:1', note.ranges), note))
    await storeListing(db, { found: [found('7')], covers: all }, read)
    expect((await db.rows.toArray()).map(({ key }) => key)).toEqual(['note|7'])
  })
  it('a collection joins one of its name', async () => {
    const made = collectionKeyed('collection|new:1')
    await db.pending.put(pending(made, { name: 'Ramadan' }))
    const listed = { entity: collectionKeyed('collection|7'), value: { name: 'Ramadan' }, id: '7' }
    await storeListing(db, { found: [listed], covers: all }, read)
    expect(await db.rows.toArray()).toMatchObject([{ key: made.key, id: '7' }])
  })
  it('ids of two kinds may be equal', async () => {
    await db.rows.put(row(collectionKeyed('collection|7'), { name: 'Ramadan' }, { id: '7' }))
    await storeListing(db, { found: [found('7')], covers: ({ kind }) => kind === 'note' }, read)
    expect((await db.rows.toArray()).map(({ key }) => key)).toEqual(['collection|7', 'note|7'])
  })
})

it('a collection that is gone is remembered by its name, and what was in it goes', async () => {
  const collection = collectionKeyed('collection|7')
  const member = memberOf(collection.key, { type: 'ayah', key: 2, verseNumber: 9 })
  await db.rows.bulkPut([row(collection, { name: 'Ramadan' }, { id: '7' }), row(member, true)])
  const none = { found: [], covers: ({ kind }: Entity) => kind === 'collection' }
  await storeListing(db, none, read)
  await storeListing(db, none, read)
  expect(await db.rows.toArray()).toEqual([
    { ...collection, value: null, last: { name: 'Ramadan' }, tick: 1, missed: true },
  ])
})

it('when a list was read whole is kept by its name, and not before the look that a missing thing is worth', async () => {
  expect(await listedAt(db, 'favorites')).toBeUndefined()
  await db.rows.put(row(favorite(9), true))
  expect(await storeListing(db, { found: [], covers }, read)).toBe(true)
  expect(await listedAt(db, 'favorites')).toBeUndefined()
  await storeListing(db, { found: [], covers }, { ...read, listsAgain: false })
  expect(await listedAt(db, 'favorites')).toBe(42)
  expect(await listedAt(db, 'notes')).toBeUndefined()
})
