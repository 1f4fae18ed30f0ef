import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bookmarkOf, readingIn, type Target } from '../model/entity.ts'
import type { ReadingForms } from '../model/reading-forms.ts'
import type { PendingChange } from '../model/records.ts'
import { UserDatabase } from '../store/database.ts'
import { deliveryEpoch, Outbox } from '../store/outbox.ts'
import { noteRefused, readingState, withName } from './reading-state.ts'

let db: UserDatabase
let outbox: Outbox
beforeEach(async () => {
  db = new UserDatabase('reading', { indexedDB: new IDBFactory(), IDBKeyRange })
  outbox = new Outbox(db, await deliveryEpoch(db).claim())
})
afterEach(() => db.close())

const page: Target = { type: 'page', key: 42 }
const verse: Target = { type: 'ayah', key: 2, verseNumber: 255 }

it('has the forms that were told, and the bookmarks with the flag', async () => {
  expect(await readingState(db)).toEqual({ forms: { slots: 'asked' }, flagged: [] })
  const row = { value: null, tick: 0, isReading: true } as const
  await db.rows.bulkPut([
    { ...bookmarkOf(verse), ...row, id: 'v' },
    { ...bookmarkOf(page), ...row, id: 'p', value: true },
    { ...bookmarkOf({ type: 'page', key: 1 }), value: true, id: 'other', tick: 0 },
  ])
  await db.meta.put({ key: 'feed', cursor: 1, wholeAt: 0, reading: { slots: 'reported', flag: true } })
  const { forms, flagged } = await readingState(db)
  expect(forms).toEqual({ slots: 'reported', flag: true })
  expect(flagged).toHaveLength(2)
  expect(flagged).toContainEqual({ id: 'v', target: verse, isKept: false })
  expect(flagged).toContainEqual({ id: 'p', target: page, isKept: true })
})

it('at one place the name that is wanted is there, where a form has none', () => {
  const pending = { kind: 'reading', desired: { name: 'Night', target: verse } } as unknown as PendingChange
  const observed = { value: { name: null, target: verse }, at: 7 }
  const elsewhere = { value: { name: null, target: page } }
  const flag: ReadingForms = { slots: 'unknown', flag: true }
  expect(withName(observed, pending, flag)).toEqual({ value: pending.desired, at: 7 })
  for (const same of [elsewhere, { value: null }]) expect(withName(same, pending, flag)).toBe(same)
  expect(withName(observed, pending, { slots: 'reported' })).toBe(observed)
  expect(withName(observed, { ...pending, kind: 'note' }, flag)).toBe(observed)
  expect(withName(observed, { ...pending, ...readingIn(1), desired: null }, flag)).toBe(observed)
})

it('a form that was refused is noted once, and not where it had been told', async () => {
  expect(await noteRefused(outbox, 'READING_BOOKMARK')).toBe(false)
  const feed = { key: 'feed', cursor: 1, wholeAt: 0 } as const
  await db.meta.put({ ...feed, reading: { slots: 'asked' } })
  expect([
    await noteRefused(outbox, 'READING_BOOKMARK'),
    await noteRefused(outbox, 'READING_BOOKMARK'),
  ]).toEqual([true, false])
  expect(await db.feed()).toEqual({ ...feed, reading: { slots: 'refused' } })
  expect([await noteRefused(outbox, 'BOOKMARK'), await noteRefused(outbox, 'BOOKMARK')]).toEqual([
    true,
    false,
  ])
})
