import { failure } from '@waraq/test-support/failure'
import { beforeEach, describe, expect, it } from 'vitest'
import { userDatabase } from '../database.test-support.ts'
import { collectionKeyed, favoritesKey, memberOf, noteKeyed, type Value } from '../model/entity.ts'
import type { Blocked, PendingChange } from '../model/records.ts'
import { mutate, maxPending, resolve, shownOf, type UserMutation } from './mutate.ts'
import type { UserDatabase } from './database.ts'

const favorite = (verseNumber: number) => memberOf(favoritesKey, { type: 'ayah', key: 2, verseNumber })
const collection = collectionKeyed('collection|new:1')
const member = memberOf(collection.key, { type: 'ayah', key: 2, verseNumber: 183 })
const name = { name: 'Ramadan' }

let db: UserDatabase
beforeEach(() => void (db = userDatabase()))

const now = 1_000_000
const pending = (...mutations: UserMutation[]) => mutate(db, now, async () => mutations)
const waiting = async () => (await db.pending.orderBy('at').toArray()).map(({ key }) => key)

describe('mutations', () => {
  it('keep their order, though all came in one millisecond', async () => {
    await pending({ entity: favorite(3), desired: true }, { entity: favorite(1), desired: true })
    await pending({ entity: favorite(2), desired: true })
    expect(await waiting()).toEqual([favorite(3).key, favorite(1).key, favorite(2).key])
    expect((await db.pending.orderBy('at').toArray()).map(({ at }) => at - now)).toEqual([0, 1, 2])
  })
  it('taken back before they were sent leave nothing', async () => {
    await pending({ entity: favorite(1), desired: true })
    await pending({ entity: favorite(1), desired: null })
    expect(await db.pending.count()).toBe(0)
    expect(await shownOf(db, favorite(1).key)).toBeNull()
  })
  it('are kept together or not at all', async () => {
    await db.pending.put({ ...favorite(2), format: 2, desired: true, base: null, at: 1, ahead: 0 })
    const error = await failure(
      pending({ entity: favorite(1), desired: true }, { entity: favorite(2), desired: null }),
    )
    expect(error).toMatchObject({ code: 'newer_format', details: { format: 2, known: 1 } })
    expect(await shownOf(db, favorite(1).key)).toBeNull()
    expect(await shownOf(db, favorite(2).key)).toBe(true)
  })
  it('end with an error, and nothing of them is kept, once 20,000 wait', async () => {
    const filler = Array.from({ length: maxPending - 1 }, (_, index): PendingChange => ({
      ...favorite(1),
      key: `filler|${index}`,
      format: 1,
      desired: true,
      base: null,
      at: index + 1,
      ahead: 0,
    }))
    await db.pending.bulkAdd(filler)
    await pending({ entity: favorite(1), desired: true })
    expect(await failure(pending({ entity: favorite(2), desired: true }))).toMatchObject({
      code: 'outbox_full',
    })
    expect(await db.pending.count()).toBe(maxPending)
    // What waits already may still be changed.
    await pending({ entity: favorite(1), desired: null })
    expect(await db.pending.count()).toBe(maxPending - 1)
  })
  it('a collection takes what was wanted of its members with it, and what is on its way is wanted no more', async () => {
    const other = memberOf(collection.key, { type: 'ayah', key: 2, verseNumber: 185 })
    await db.rows.put({ ...collection, value: name, id: 'c1', tick: 1 })
    await pending({ entity: member, desired: true }, { entity: other, desired: true })
    const sent = { at: 1, desired: true, since: 1, epoch: 1 } as const
    await db.pending.update(other.key, { sent })
    await pending({ entity: collection, desired: null })
    expect((await waiting()).sort()).toEqual([collection.key, other.key].sort())
    expect(await db.pending.get(other.key)).toMatchObject({ desired: null, base: null, sent })
  })
})

describe('what is blocked', () => {
  const blocked = async (entity: UserMutation['entity'], desired: Value, why: Partial<Blocked>) => {
    await pending({ entity, desired })
    await db.pending.update(entity.key, { blocked: { why: 'refused', since: 1, ...why } })
    return (chosen: Parameters<typeof resolve>[3]) => resolve(db, now, entity.key, chosen, 'note|new:2')
  }
  const note = noteKeyed('note|1', ['2:1-2:1'])
  const [local, remote] = [
    { body: 'My text.', ranges: ['2:1-2:1'] },
    { body: 'Their text.', ranges: ['2:1-2:1'] },
  ]

  it('is tried again as it is', async () => {
    const choose = await blocked(favorite(1), true, { code: 'forbidden' })
    await choose('retry')
    const [after] = await db.pending.toArray()
    expect(after).toMatchObject({ desired: true, base: null })
    expect(after!.blocked).toBeUndefined()
  })
  it('is forgotten, and what the service has by now is shown', async () => {
    const since = { ...remote, body: 'What became of it since.' }
    await db.rows.put({ ...note, value: remote, id: 'n1', tick: 1 })
    const choose = await blocked(note, local, { why: 'conflict', remote })
    await db.rows.update(note.key, { value: since, tick: 2 })
    await choose('drop')
    expect(await db.pending.count()).toBe(0)
    expect(await shownOf(db, note.key)).toEqual(since)
  })
  it('replaces what the service has', async () => {
    await db.rows.put({ ...note, value: remote, id: 'n1', tick: 1 })
    const choose = await blocked(note, local, { why: 'conflict', remote })
    await choose('local')
    expect(await db.pending.get(note.key)).toMatchObject({ desired: local, base: remote })
    expect((await db.rows.get(note.key))!.id).toBe('n1')
  })
  it('stays beside what the service has, as a note of its own', async () => {
    await db.rows.put({ ...note, value: remote, id: 'n1', tick: 1 })
    const choose = await blocked(note, local, { why: 'conflict', remote })
    await choose('both')
    expect(await shownOf(db, note.key)).toEqual(remote)
    const left = await db.pending.toArray()
    expect(left).toMatchObject([{ key: 'note|new:2', desired: local, base: null }])
  })
  it('is one note where the service has no other text of it', async () => {
    const choose = await blocked(note, local, { remote: null })
    await choose('both')
    const left = await db.pending.toArray()
    expect(left).toMatchObject([{ key: note.key, desired: local }])
    expect(left[0]!.blocked).toBeUndefined()
  })
  it.each([
    ['no note', favorite(1), true as Value],
    ['none that is blocked', undefined, true as Value],
  ])('cannot be kept beside another: it is %s', async (_, entity, desired) => {
    if (entity) await blocked(entity, desired, {})
    const key = entity?.key ?? note.key
    await expect(resolve(db, now, key, 'both', 'note|new:2')).rejects.toMatchObject({ code: 'not_found' })
  })
  it('is made again, with the collection that is gone', async () => {
    await db.rows.put({ ...collection, value: null, last: name, tick: 1 })
    const choose = await blocked(member, true, { why: 'depends', remote: null })
    await choose('local')
    expect(await shownOf(db, collection.key)).toEqual(name)
    expect(await db.pending.get(collection.key)).toMatchObject({ desired: name, base: null })
    expect((await db.pending.get(member.key))!.blocked).toBeUndefined()
  })
  it('is left alone where nothing holds it', async () => {
    await pending({ entity: favorite(1), desired: true })
    await resolve(db, now, favorite(1).key, 'drop', '')
    expect(await db.pending.count()).toBe(1)
  })
})
